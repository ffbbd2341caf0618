import { fail } from "@opsplane/runtime";
import { Type } from "typebox";
import { inputs, limit, maybeName, name, queryRange, range, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { type Asker, tool } from "./tool.ts";

const shared = { access: "observability:read", module: "observability" } as const;
const aggs = ["avg", "min", "max", "sum", "last", "rate", "increase", "p50", "p95", "p99"] as const;
const maxSeries = 20;

/** One value for each series over the whole range. */
async function values(
  { reads }: Asker,
  metric: string,
  agg: (typeof aggs)[number],
  { from, to }: { from: string; to: string },
  options: { by?: string[]; match?: string[] },
) {
  const seconds = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000));
  const over = agg === "last" || agg === "avg" || agg === "min" || agg === "max" || agg === "sum" ? { over: agg } : {};
  const { series } = await reads.metrics.query({
    query: {
      ...{ metric_name: metric, start: from, end: to, step: `${seconds}s`, agg, limit: 200 },
      ...over,
      ...options,
    },
  });
  return series.flatMap(({ labels, points }) => {
    const value = points.map(([, each]) => each).findLast((each) => typeof each === "number");
    return typeof value === "number" ? [{ labels, value }] : [];
  });
}

export const metricTools = {
  findMetrics: tool({
    ...shared,
    name: "find_metrics",
    description: "Names of metrics that contain a text, with their type, unit and number of series.",
    input: inputs({ text: maybeName("Text in the name"), limit: limit(50) }),
    read: async ({ reads, cite }, { text, limit: most = 20 }) => {
      const { items, total } = await reads.metrics.names({
        query: { limit: most, ...(text === undefined ? {} : { q: text }) },
      });
      cite("metrics", "Metrics", pages.metrics({}));
      return {
        count: total,
        metrics: items.map(({ metric_name, type, unit, series }) => ({ metric: metric_name, type, unit, series })),
      };
    },
  }),
  metricValue: tool({
    ...shared,
    name: "metric_value",
    description:
      "The value of a metric over a range (avg, min, max, last, rate, p95 …), optionally by a label, highest first.",
    input: inputs({
      ...range,
      metric: name("Name of the metric"),
      agg: Type.Optional(words(aggs)),
      by: maybeName("Name of a label to group by"),
      match: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 10, description: "label=value" })),
      limit: limit(maxSeries),
    }),
    read: async (asker, { metric, agg = "avg", by, match, limit: most = 10, ...input }) => {
      const { items } = await asker.reads.metrics.names({ query: { q: metric, limit: 200 } });
      const known = items.find(({ metric_name }) => metric_name.toLowerCase() === metric.toLowerCase());
      if (!known) return fail("NOT_FOUND", `There is no metric named '${metric}'.`);
      const window = queryRange(input, asker.now, 1);
      const found = await values(asker, known.metric_name, agg, window, {
        ...(by === undefined ? {} : { by: [by] }),
        ...(match ? { match } : {}),
      });
      const sorted = found.sort((a, b) => b.value - a.value);
      const text = `${agg}(${known.metric_name})${by === undefined ? "" : ` by(${by})`}`;
      return {
        ...{
          ...window,
          metric: known.metric_name,
          unit: known.unit,
          type: known.type,
          agg,
          by: by ?? null,
          count: sorted.length,
        },
        series: sorted.slice(0, most),
        citation: asker.cite("metric", known.metric_name, pages.metrics({ ...window, a: text })),
      };
    },
  }),
};
