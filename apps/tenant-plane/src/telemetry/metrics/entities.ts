import { own } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, listed } from "@opsplane/runtime";
import type { BoundedRange } from "../time-range.ts";
import { answerMany } from "./answer-many.ts";
import type { MetricQuery, QueryDeps } from "./query.ts";
import { aboutMetrics } from "./store/browse.ts";

/** A series of a service, host or other thing that telemetry names. */
export interface EntitySeries {
  entity: string;
  metric: string;
  labels: Record<string, string>;
  /** As it was sent; empty when it was not. */
  unit?: string;
  /** Of a counter, whose values are per second. */
  isRate?: boolean;
  /** Per second for counters. Unix milliseconds and values, one a step. */
  points: [at: number, value: number][];
}

/** The labels that name things, the most specific first. */
const identities = [
  ...["service.name", "service", "app", "job", "host.name", "host", "node", "instance"],
  ...["k8s.deployment.name", "k8s.statefulset.name", "k8s.daemonset.name", "k8s.node.name", "k8s.pod.name"],
  ...["deployment", "statefulset", "daemonset", "pod"],
];

const maxMetrics = 150;
const maxSeries = 400;

/** The gauges and counters of these things in a range, one value a step. Metrics with too many series are left out. */
export async function readEntitySeries(
  clickhouse: ClickHouseReader,
  names: readonly string[],
  range: BoundedRange,
  stepSeconds: number,
  deps: QueryDeps,
): Promise<EntitySeries[]> {
  if (names.length === 0) return [];
  const found = await metricsOf(clickhouse, names, range);
  const about = new Map(
    (await aboutMetrics(clickhouse, [...new Set(found.map(({ metric }) => metric))])).map((each) => [
      each.metric_name,
      each,
    ]),
  );
  const plain = found
    .filter(({ metric }) => !histogram.test(about.get(metric)?.type ?? ""))
    .map((each) => ({ ...each, isRate: isCounter(each.metric, about.get(each.metric)?.type) }));
  const value = names.map(escaped).join("|");
  const queries = plain.map(({ metric, label, isRate }): MetricQuery => {
    return {
      ...{ metric, start: range.from, end: range.to, step: `${stepSeconds}s`, by: undefined, limit: maxSeries },
      matchers: [{ label, operator: "=~", value }],
      ...(isRate
        ? { agg: "rate" as const, over: undefined, window: `${2 * stepSeconds}s` }
        : { agg: undefined, over: "avg" as const, window: `${stepSeconds}s` }),
    };
  });
  const outcomes = await answerMany(clickhouse, queries, deps);
  return outcomes.flatMap((outcome, at) => {
    const label = plain[at]?.label ?? "";
    if ("error" in outcome) return [];
    return outcome.result.series.map(({ labels, points }) => ({
      entity: own(labels, label) ?? "",
      metric: plain[at]?.metric ?? "",
      labels,
      unit: about.get(plain[at]?.metric ?? "")?.unit ?? "",
      isRate: plain[at]?.isRate ?? false,
      points: points.flatMap(([ts, point]): [number, number][] => (typeof point === "number" ? [[ts, point]] : [])),
    }));
  });
}

const histogram = /histogram|summary/;

/** Prometheus names tell it when no type was sent. */
function isCounter(metric: string, type: string | undefined): boolean {
  return type === "counter" || ((type === undefined || type === "" || type === "unknown") && metric.endsWith("_total"));
}

/** Each metric with the first label that names one of these things. */
async function metricsOf(
  clickhouse: ClickHouseReader,
  names: readonly string[],
  { from, to }: BoundedRange,
): Promise<{ metric: string; label: string }[]> {
  const wanted = bind.texts(names);
  const tests = identities.map((label) => chsql`labels[${bind.text(label)}] IN ${wanted}`);
  const rows = await clickhouse.rows<{ metric: string; place: number }>(chsql`
    SELECT metric, arrayJoin(groupUniqArray(indexOf([${listed(tests)}], 1))) AS place
    FROM metric_series
    WHERE tenant_id = {tenant:String} AND day BETWEEN ${bind.day(from)} AND ${bind.day(to)} AND has([${listed(tests)}], 1)
    GROUP BY metric ORDER BY metric, place LIMIT ${bind.whole(maxMetrics)}`);
  return rows.flatMap(({ metric, place }) => {
    const label = identities[Number(place) - 1];
    return label === undefined ? [] : [{ metric, label }];
  });
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
