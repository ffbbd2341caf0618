import { hashBytes } from "@opsplane/wire";
import { SeriesIndex, type SeriesSlot } from "./series-index.ts";

/** A metric and its labels, sorted by name; `__name__` is not among them. */
export interface Series {
  metric: string;
  labels: [name: string, value: string][];
}

const maxLabels = 100;
const longest = { metric: 300, name: 300, value: 4096 };

/** Labels without a value are as good as not there. */
export function seriesOf(metric: string, labels: Iterable<readonly [string, string]>): Series {
  const present = Array.from(labels, ([name, value]): [string, string] => [name, value]).filter(
    ([, value]) => value !== "",
  );
  return { metric, labels: present.sort(([one], [two]) => (one < two ? -1 : one > two ? 1 : 0)) };
}

/** Why a series cannot be taken; undefined when it can. */
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

/** Names a series by its content, whoever sent it and in whichever order. */
function idOf({ metric, labels }: Series, into: Uint32Array): void {
  const written = Buffer.from([metric, ...labels.flat()].join(separator));
  hashBytes(written, 0, written.length, idSeed, into);
}

/** A metric's position in the key of samples, which follows from its name alone. */
export function metricIdOf(metric: string): number {
  const written = Buffer.from(metric);
  hashBytes(written, 0, written.length, metricSeed, scratch);
  return scratch[0] as number;
}

/** The indexes of all tenants; each day begins with empty ones. */
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

/** The slot of a series that was not in the index under this key. Undefined: the tenant has as many as it may. */
export function enter(index: SeriesIndex, key: Uint32Array, series: Series, limit: number): SeriesSlot | undefined {
  if (index.size >= limit) return undefined;
  const id = new Uint32Array(2);
  idOf(series, id);
  return index.add(key, id, metricIdOf(series.metric));
}
