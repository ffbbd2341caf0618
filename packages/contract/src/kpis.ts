import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { aggregations, overTime } from "./metrics.ts";
import { operation } from "./operation.ts";
import { gone, IdParams, line, nullable, oneOf, paging, QueryTime, recordFields, text } from "./schema.ts";

/** What a KPI can count. */
export const kpiRecords = [
  "incidents",
  "changes",
  "requests",
  "alerts",
  "runbook_executions",
  "workflow_runs",
] as const;
export type KpiRecord = (typeof kpiRecords)[number];

/** Mean times that a KPI can use, in seconds. */
export const kpiTimes = ["acknowledge_incident", "resolve_incident", "fulfill_request", "execute_runbook"] as const;
export type KpiTime = (typeof kpiTimes)[number];

const kinds = ["count", "mean_time", "metric", "logs"] as const;
const words = (about: string) => Type.Optional(Type.Array(line(50), { maxItems: 20, description: about }));

/** A number of the period that the formula uses by its name. */
export const KpiInput = Type.Object({
  name: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", description: "As the formula names it" }),
  kind: oneOf(kinds, {
    description: "count: records created in the period. mean_time: in seconds. metric: a value. logs: log records",
  }),
  records: Type.Optional(oneOf(kpiRecords, { description: "count: which records" })),
  statuses: words("count: only records in these statuses"),
  severities: words("count of incidents and alerts: only these severities"),
  types: words("count of changes: only these types"),
  time: Type.Optional(oneOf(kpiTimes, { description: "mean_time: which time" })),
  metric_name: Type.Optional(line(300, "metric: the name")),
  match: Type.Optional(
    Type.Array(text(1000), { maxItems: 20, description: "metric: label matchers such as host=~web-.*" }),
  ),
  agg: Type.Optional(oneOf(aggregations, { description: "metric: how series become one value; avg unless given" })),
  over: Type.Optional(oneOf(overTime, { description: "metric: the function over the period; avg unless given" })),
  q: Type.Optional(text(2000, "logs: a query in the log language")),
});
export type KpiInput = Static<typeof KpiInput>;

export const kpiUnits = ["count", "percent", "seconds", "minutes", "number"] as const;

const fields = {
  name: line(200),
  description: text(2000),
  inputs: Type.Array(KpiInput, { minItems: 1, maxItems: 10 }),
  formula: line(2000, "A CEL expression over the inputs, such as 100.0 * fast / total"),
  unit: oneOf(kpiUnits),
  target: nullable(Type.Number()),
  better: nullable(oneOf(["lower", "higher"], { description: "Which direction is good" })),
};

export const Kpi = Type.Object({ ...recordFields, ...fields, created_by: Type.String() });
export type Kpi = Static<typeof Kpi>;

const { name, inputs, formula, ...rest } = fields;
const Definition = Type.Object({ name, inputs, formula, ...Type.Partial(Type.Object(rest)).properties });

const reading = { access: "reports:read", module: "reports", effect: "read" } as const;
const writing = { access: "reports:write", module: "reports", effect: "write" } as const;

export const kpis = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/kpis",
    summary: "List KPIs",
    envelope: "page",
    query: Type.Object({ q: Type.Optional(text(200, "Words in the name")), ...paging }),
    reply: Kpi,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/kpis",
    summary: "Create a KPI",
    status: 201,
    body: Definition,
    reply: Kpi,
  }),
  evaluate: operation({
    ...reading,
    method: "POST",
    path: "/api/kpis/evaluate",
    summary: "Compute a KPI that need not be stored",
    body: Type.Object({
      inputs,
      formula,
      from: Type.Optional(Type.String({ ...QueryTime, description: "now-30d unless given" })),
      to: Type.Optional(QueryTime),
    }),
    reply: Type.Object({
      value: nullable(Type.Number()),
      inputs: Type.Array(Type.Object({ name: Type.String(), value: nullable(Type.Number()) })),
      problem: nullable(Type.String({ description: "Why there is no value" })),
    }),
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/kpis/:id",
    summary: "Get a KPI",
    params: IdParams,
    reply: Kpi,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/kpis/:id",
    summary: "Change a KPI",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: Kpi,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/kpis/:id",
    summary: "Delete a KPI",
    params: IdParams,
  }),
};

export const kpiEvents = {
  updated: event({ type: "kpi.updated", access: "reports:read", module: "reports", data: Type.Object({}) }),
};
