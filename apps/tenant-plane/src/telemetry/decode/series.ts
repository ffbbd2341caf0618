import { hashBytes } from "@opsplane/wire";
import { SeriesIndex, type SeriesSlot } from "./series-index.ts";

/** A metric and its labels, sorted by name; `__name__` is not among them. */
export interface Series {
  metric: string;
  labels: [name: string, value: string][];
}

const maxLabels = 100;
const longest = { metric: 300, name: 300, value: 4096 };

/** An empty label is the same as a missing one. */
export function seriesOf(metric: string, labels: Iterable<readonly [string, string]>): Series {
  const present = Array.from(labels, ([name, value]): [string, string] => [name, value]).filter(
    ([, value]) => value !== "",
  );
  return { metric, labels: present.sort(([one], [two]) => (one < two ? -1 : one > two ? 1 : 0)) };
}

/** The reason why a series is rejected; undefined for a valid one. */
export function problemOf({ metric, labels }: Series): string | undefined {
  if (metric === "" || metric.length > longest.metric) return "has no metric name of 1 to 300 characters";
  if (labels.length > maxLabels) return `has more than ${maxLabels} labels`;
  for (const [index, [name, value]] of labels.entries()) {
    if (name === "" || name.length > longest.name) return "has a label without a name of 1 to 300 characters";
    if (value.length > longest.value) return `has a value of more than ${longest.value} characters at label '${name}'`;
    if (labels[index - 1]?.[0] === name) return `has the label '${name}' twice`;
  }
  return undefined;
}

const separator = "\u0001";
const idSeed = 1;
const metricSeed = 2;
const scratch = new Uint32Array(2);

/** Identifies a series by its content, independent of the sender and the label order. */
function idOf({ metric, labels }: Series, into: Uint32Array): void {
  const written = Buffer.from([metric, ...labels.flat()].join(separator));
  hashBytes(written, 0, written.length, idSeed, into);
}

/** The metric's id in the sorting key of samples. It depends only on the name. */
export function metricIdOf(metric: string): number {
  const written = Buffer.from(metric);
  hashBytes(written, 0, written.length, metricSeed, scratch);
  return scratch[0] as number;
}

/** The indexes of all tenants. They are emptied at the start of each day. */
export class SeriesIndexes {
  readonly #indexes = new Map<string, SeriesIndex>();
  #day = 0;

  of(tenantId: string, now: number): SeriesIndex {
    const day = Math.floor(now / 86_400_000);
    if (day !== this.#day) this.#indexes.clear();
    this.#day = day;
    const index = this.#indexes.get(tenantId) ?? new SeriesIndex();
    this.#indexes.set(tenantId, index);
    return index;
  }
}

/** Adds a series under this key and returns its slot. Undefined when the tenant has reached its limit. */
export function enter(index: SeriesIndex, key: Uint32Array, series: Series, limit: number): SeriesSlot | undefined {
  if (index.size >= limit) return undefined;
  const id = new Uint32Array(2);
  idOf(series, id);
  return index.add(key, id, metricIdOf(series.metric));
}
