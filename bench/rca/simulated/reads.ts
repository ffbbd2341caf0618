import type {
  BoundedRange,
  EntitySeries,
  SampledLine,
  SampledSpan,
  TelemetryReads,
} from "../../../apps/tenant-plane/src/telemetry/index.ts";
import type { Seen } from "../../sim/senders/seen.ts";
import type { Span } from "../../sim/signals.ts";

export type SimReads = Pick<
  TelemetryReads,
  "serviceVolumes" | "spanSample" | "serviceSeries" | "countProblems" | "lineSample" | "entitySeries"
>;

const minute = 60_000;

/** What an analysis reads, answered by what has arrived from a simulated world instead of ClickHouse. */
export function readsOf({ spans, logs, series }: Seen): SimReads {
  const within = ({ from, to }: BoundedRange) =>
    spans.filter(({ start }) => start >= from.getTime() && start < to.getTime());
  return {
    serviceVolumes: async (range) => {
      const counts = new Map<string, number>();
      for (const { service } of within(range)) counts.set(service, (counts.get(service) ?? 0) + 1);
      return [...counts].map(([service, count]) => ({ service, spans: count })).sort((a, b) => b.spans - a.spans);
    },
    spanSample: async (range, limit) => {
      const found = within(range);
      const sampled = Math.max(1, Math.ceil(found.length / limit));
      return { spans: found.filter(({ trace }) => trace % sampled === 0).map(asRow), sampled, range };
    },
    serviceSeries: async (services, range) => {
      const byService = grouped(within(range).filter(isServer), ({ service }) => service);
      return services.map((service) => ({ service, points: byMinute(byService.get(service) ?? []) }));
    },
    countProblems: async () => 0,
    lineSample: async ({ range, services, hosts }) =>
      logs.flatMap(({ at, service, host, level, text, trace, span }): SampledLine[] => {
        if (at < range.from.getTime() || at >= range.to.getTime()) return [];
        const line = { at, trace: nameOf(trace), span: nameOf(span), text: `${level} ${text}` };
        if (services.includes(service)) return level !== "info" || trace >= 0 ? [{ ...line, owner: service }] : [];
        return level !== "info" && hosts.includes(host) ? [{ ...line, owner: host }] : [];
      }),
    entitySeries: async (names, range) => {
      const wanted = new Set(names);
      return series
        .filter(({ entity }) => wanted.has(entity))
        .map(
          ({ entity, metric, labels, points }): EntitySeries => ({
            entity,
            metric,
            labels,
            points: means(points, range),
          }),
        );
    },
  };
}

const nameOf = (id: number) => (id < 0 ? "" : String(id));
const isServer = ({ kind }: Span) => kind === "server" || kind === "consumer";

function asRow({
  trace,
  id,
  parent,
  service,
  operation,
  kind,
  start,
  ms,
  error,
  host,
  version,
  peer,
}: Span): SampledSpan {
  return {
    ...{ trace: nameOf(trace), id: nameOf(id), parent: nameOf(parent), service, operation, start, duration: ms },
    ...{ failed: error !== undefined, host, version, peer, kind },
  };
}

function byMinute(spans: readonly Span[]) {
  return [...grouped(spans, ({ start }) => Math.floor(start / minute) * minute)].map(([at, its]) => {
    const times = its.map(({ ms }) => ms).sort((a, b) => a - b);
    const quantile = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
    return {
      ts: new Date(at).toISOString(),
      calls: its.length,
      errors: its.filter(({ error }) => error !== undefined).length,
      ...{ p50_ms: quantile(0.5), p95_ms: quantile(0.95), p99_ms: quantile(0.99) },
    };
  });
}

function means(points: readonly (readonly [number, number])[], { from, to }: BoundedRange): [number, number][] {
  const inside = points.filter(([at]) => at >= from.getTime() && at < to.getTime());
  return [...grouped(inside, ([at]) => Math.floor(at / minute) * minute)].map(([at, its]) => [
    at,
    its.reduce((sum, [, value]) => sum + value, 0) / its.length,
  ]);
}

export function grouped<Item, Key>(all: readonly Item[], by: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const each of all) {
    const key = by(each);
    const known = groups.get(key);
    if (known) known.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}
