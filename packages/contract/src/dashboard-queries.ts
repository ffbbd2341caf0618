import { type Static, Type } from "typebox";
import { Duration } from "./alert-conditions.ts";
import type { ErrorDetail } from "./errors.ts";
import { incidentStatuses, severities } from "./incidents.ts";
import { aggregations, overTime } from "./metrics.ts";
import { flowSplits } from "./netflow.ts";
import type { Permission } from "./permissions.ts";
import type { Module } from "./plans.ts";
import { line, oneOf, text } from "./schema.ts";
import { logLevels, telemetryKinds } from "./telemetry.ts";

// What the charts and figures of a dashboard are computed from.

export const querySources = ["metric", "logs", "calls", "flows", "ingest", "incidents"] as const;
export type QuerySource = (typeof querySources)[number];

/** The figures of each source. A source without figures has one value. */
export const sourceFigures = {
  metric: [],
  logs: [],
  calls: ["rate", "errors", "error_rate", "p50_ms", "p95_ms", "p99_ms"],
  flows: ["bytes", "packets", "flows"],
  ingest: ["rows_today", "bytes_today", "seconds_since_last"],
  incidents: ["open", "created", "resolved", "seconds_to_acknowledge", "seconds_to_resolve"],
} as const satisfies Record<QuerySource, readonly string[]>;
const allFigures = [
  ...sourceFigures.calls,
  ...sourceFigures.flows,
  ...sourceFigures.ingest,
  ...sourceFigures.incidents,
] as const;
export type QueryFigure = (typeof allFigures)[number];

/** A permission and a module of the plan. */
export interface Needs {
  readonly access: Permission;
  readonly module: Module;
}

const telemetry: Needs = { access: "observability:read", module: "observability" };

export const sourceNeeds: Readonly<Record<QuerySource, Needs>> = {
  metric: telemetry,
  logs: telemetry,
  calls: telemetry,
  flows: { access: "observability:read", module: "netflow" },
  ingest: telemetry,
  incidents: { access: "incidents:read", module: "incidents" },
};

/** Sources with a value for each step. The others have one value for now or for the whole range. */
export const timedSources = ["metric", "logs", "calls", "flows"] as const satisfies readonly QuerySource[];

/** The labels by which a source can be grouped; null: any label of the metric. */
export const groupLabels: Readonly<Record<QuerySource, readonly string[] | null>> = {
  metric: null,
  logs: ["level"],
  calls: ["service"],
  flows: flowSplits,
  ingest: [],
  incidents: ["severity"],
};

const several = { maxItems: 20, uniqueItems: true } as const;
/** A name, or a variable such as $service. */
const names = Type.Array(line(200), { ...several, description: "Empty or absent: any. $name stands for a variable" });

export const WidgetQuery = Type.Object(
  {
    source: oneOf(querySources),
    name: Type.Optional(text(100, "Shown in the legend; $name stands for a variable, {{label}} for a label's value")),
    metric_name: Type.Optional(line(300, "metric: the name")),
    match: Type.Optional(
      Type.Array(line(1000), {
        maxItems: 20,
        description: "metric: label matchers such as host=$host; all must match",
      }),
    ),
    agg: Type.Optional(oneOf(aggregations, { description: "metric: how the series of a group become one" })),
    by: Type.Optional(
      Type.Array(line(200), {
        maxItems: 10,
        uniqueItems: true,
        description:
          "The labels to group by. logs: level. calls: service. flows: src_ip, dst_ip, protocol or dst_port. incidents: severity",
      }),
    ),
    over: Type.Optional(oneOf(overTime, { description: "metric: the function over the samples of a window" })),
    window: Type.Optional(Type.String({ ...Duration, description: "metric: the length of the window" })),
    q: Type.Optional(text(2000, "logs: a query in the log language")),
    level: Type.Optional(Type.Array(oneOf(logLevels), several)),
    service: Type.Optional(names),
    figure: Type.Optional(
      oneOf(allFigures, {
        description:
          "calls: rate (per second), errors (per second), error_rate (0 to 1) or a quantile of the durations. flows: bytes, packets or flows. ingest: rows_today, bytes_today or seconds_since_last. incidents: open (now), created or resolved (in the range), or a mean time: seconds_to_acknowledge of incidents acknowledged in the range, seconds_to_resolve of those resolved in it",
      }),
    ),
    kind: Type.Optional(
      Type.Array(oneOf(telemetryKinds), { ...several, description: "ingest: the kinds of telemetry" }),
    ),
    severity: Type.Optional(Type.Array(oneOf(severities), several)),
    status: Type.Optional(Type.Array(oneOf(incidentStatuses), several)),
  },
  { additionalProperties: false },
);
export type WidgetQuery = Static<typeof WidgetQuery>;

/** What the schema of a query cannot say. `path` leads to the query. */
export function queryProblems(query: WidgetQuery, path: string, isOverTime: boolean): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const add = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  const { source, figure, by = [], agg } = query;
  if (source === "metric" && query.metric_name === undefined) add("metric_name", "is required");
  const figures: readonly string[] = sourceFigures[source];
  if (figures.length > 0 && (figure === undefined || !figures.includes(figure)))
    add("figure", `must be one of ${figures.join(", ")} for the source ${source}`);
  const labels = groupLabels[source];
  const unknown = labels && by.find((label) => !labels.includes(label));
  if (unknown) add("by", labels.length === 0 ? `is not possible for ${source}` : `must be one of ${labels.join(", ")}`);
  if (labels && by.length > 1) add("by", "takes one label for this source");
  if (source === "metric" && by.length > 0 && (agg === undefined || agg === "last"))
    add("by", "needs an aggregation for the series of a group, such as sum");
  if (isOverTime && !timedSources.some((timed) => timed === source))
    add("source", `has no values over time: ${source}`);
  return problems;
}
