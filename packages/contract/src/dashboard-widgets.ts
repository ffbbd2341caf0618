import { type Static, type TObject, Type } from "typebox";
import { Check, Errors } from "typebox/schema";
import { changeStatuses, riskLevels } from "./change-summary.ts";
import { type Needs, queryProblems, sourceNeeds, WidgetQuery } from "./dashboard-queries.ts";
import type { ErrorDetail } from "./errors.ts";
import { detailsOf } from "./form.ts";
import { incidentStatuses, severities } from "./incidents.ts";
import { dataSources, ReportChart, ReportFigure } from "./reports.ts";
import { Id, line, nullable, oneOf, Timestamp, text } from "./schema.ts";
import { sloStates } from "./slo-indicators.ts";
import { Attributes, logLevels } from "./telemetry.ts";

export const maxMarkdown = 20_000;
const maxQueries = 10;

export const widgetUnits = [
  "count",
  "count/s",
  "bytes",
  "bytes/s",
  "bits/s",
  "seconds",
  "milliseconds",
  "percent",
  "ratio",
] as const;
export type WidgetUnit = (typeof widgetUnits)[number];

export const reductions = ["last", "avg", "min", "max", "sum"] as const;
export type Reduction = (typeof reductions)[number];

export const thresholdTones = ["good", "notice", "bad"] as const;
export type ThresholdTone = (typeof thresholdTones)[number];

const closed = { additionalProperties: false } as const;
const shared = {
  unit: Type.Optional(oneOf(widgetUnits, { default: "count" })),
  thresholds: Type.Optional(
    Type.Array(Type.Object({ value: Type.Number(), tone: oneOf(thresholdTones) }, closed), {
      maxItems: 8,
      description: "The tone of values from this one on",
    }),
  ),
};
const reduce = Type.Optional(
  oneOf(reductions, { default: "last", description: "How the points of the range become one" }),
);
const rows = (maximum: number) => Type.Optional(Type.Integer({ minimum: 1, maximum, default: 20 }));
const several = { maxItems: 20, uniqueItems: true } as const;
const value = nullable(Type.Number());
const points = Type.Unsafe<[unixMs: number, value: number | null][]>({
  type: "array",
  items: { type: "array" },
  description: "[unix_ms, value] pairs",
});

/** A kind of widget: what its options are, what its data are, and who may see it. */
interface WidgetKindSpec {
  readonly label: string;
  /** What its data need; null: its queries decide, or it has no data. */
  readonly needs: Needs | null;
  readonly size: { readonly w: number; readonly h: number };
  readonly options: TObject;
  readonly data: TObject;
}

/** Every kind of widget. A new kind is one entry here, one reader of the server and one view of the console. */
export const widgetKinds = {
  time_series: {
    label: "Time series",
    needs: null,
    size: { w: 12, h: 8 },
    options: Type.Object(
      {
        ...shared,
        queries: Type.Array(WidgetQuery, { minItems: 1, maxItems: maxQueries }),
        draw: Type.Optional(oneOf(["lines", "areas", "bars"], { default: "lines" })),
      },
      closed,
    ),
    data: Type.Object({
      step_seconds: Type.Number(),
      series: Type.Array(Type.Object({ query: Type.Integer(), name: Type.String(), labels: Attributes, points })),
      left_out: Type.Integer({ description: "Series beyond the limit" }),
    }),
  },
  stat: {
    label: "Stat",
    needs: null,
    size: { w: 6, h: 4 },
    options: Type.Object({ ...shared, query: WidgetQuery, reduce }, closed),
    data: Type.Object({ value, points }),
  },
  gauge: {
    label: "Gauge",
    needs: null,
    size: { w: 6, h: 6 },
    options: Type.Object(
      { ...shared, query: WidgetQuery, reduce, min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) },
      closed,
    ),
    data: Type.Object({ value, points }),
  },
  table: {
    label: "Table",
    needs: null,
    size: { w: 12, h: 8 },
    options: Type.Object(
      {
        queries: Type.Array(WidgetQuery, { minItems: 1, maxItems: 6 }),
        units: Type.Optional(Type.Array(oneOf(widgetUnits), { maxItems: 6, description: "Of each query" })),
        reduce,
        limit: rows(200),
      },
      closed,
    ),
    data: Type.Object({
      labels: Type.Array(Type.String()),
      columns: Type.Array(Type.String()),
      rows: Type.Array(Type.Object({ labels: Attributes, values: Type.Array(value) })),
      left_out: Type.Integer(),
    }),
  },
  log_list: {
    label: "Log list",
    needs: { access: "observability:read", module: "observability" },
    size: { w: 12, h: 8 },
    options: Type.Object(
      {
        q: Type.Optional(text(2000, "A query in the log language; $name stands for a variable")),
        level: Type.Optional(Type.Array(oneOf(logLevels), several)),
        service: Type.Optional(Type.Array(line(200), several)),
        limit: rows(200),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(
        Type.Object({
          id: Type.String(),
          timestamp: Timestamp,
          level: oneOf(logLevels),
          service: Type.String(),
          message: Type.String({ description: "At most 1,000 characters" }),
        }),
      ),
    }),
  },
  incident_list: {
    label: "Incident list",
    needs: { access: "incidents:read", module: "incidents" },
    size: { w: 12, h: 8 },
    options: Type.Object(
      {
        status: Type.Optional(
          Type.Array(oneOf(incidentStatuses), { ...several, description: "Empty: those that need work" }),
        ),
        severity: Type.Optional(Type.Array(oneOf(severities), several)),
        in_range: Type.Optional(Type.Boolean({ default: false, description: "Only those created in the range" })),
        limit: rows(100),
      },
      closed,
    ),
    data: Type.Object({
      incidents: Type.Array(
        Type.Object({
          reference: Type.String(),
          title: Type.String(),
          severity: oneOf(severities),
          status: oneOf(incidentStatuses),
          assignee: nullable(Type.String({ description: "The name" })),
          created_at: Timestamp,
        }),
      ),
      total: Type.Integer(),
    }),
  },
  on_call: {
    label: "On call now",
    needs: { access: "oncall:read", module: "incidents" },
    size: { w: 8, h: 6 },
    options: Type.Object(
      { schedule_ids: Type.Optional(Type.Array(Id, { ...several, description: "Empty: every schedule" })) },
      closed,
    ),
    data: Type.Object({
      schedules: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          person: nullable(Type.String({ description: "The name; null: no one" })),
          until: nullable(Timestamp),
          next: nullable(Type.String({ description: "The name" })),
        }),
      ),
    }),
  },
  change_calendar: {
    label: "Change calendar",
    needs: { access: "itsm:read", module: "itsm" },
    size: { w: 12, h: 8 },
    options: Type.Object(
      {
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 7, description: "From today on" })),
        limit: rows(100),
      },
      closed,
    ),
    data: Type.Object({
      changes: Type.Array(
        Type.Object({
          reference: Type.String(),
          title: Type.String(),
          status: oneOf(changeStatuses),
          risk_level: oneOf(riskLevels),
          starts_at: nullable(Timestamp),
          ends_at: nullable(Timestamp),
          has_conflict: Type.Boolean(),
        }),
      ),
      left_out: Type.Integer(),
    }),
  },
  slo: {
    label: "SLOs",
    needs: { access: "slos:read", module: "observability" },
    size: { w: 8, h: 6 },
    options: Type.Object(
      {
        slo_ids: Type.Optional(Type.Array(Id, { ...several, description: "Empty: those with the least budget" })),
        limit: rows(100),
      },
      closed,
    ),
    data: Type.Object({
      slos: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          state: oneOf(sloStates),
          objective: Type.Number(),
          attainment: value,
          budget_remaining: nullable(Type.Number({ description: "Percent of the error budget" })),
          burn_rate: nullable(Type.Number({ description: "Of the last hour" })),
        }),
      ),
    }),
  },
  report_chart: {
    label: "Report chart",
    needs: { access: "reports:read", module: "reports" },
    size: { w: 12, h: 8 },
    options: Type.Object(
      {
        data_source: oneOf(dataSources),
        chart: Type.Optional(line(200, "The title of a chart of the data source. Without it, its figures are shown")),
      },
      closed,
    ),
    data: Type.Object({ figures: Type.Array(ReportFigure), chart: nullable(ReportChart) }),
  },
  markdown: {
    label: "Text",
    needs: null,
    size: { w: 8, h: 4 },
    options: Type.Object({ text: text(maxMarkdown, "Markdown; $name stands for a variable") }, closed),
    data: Type.Object({ text: Type.String({ description: "With the chosen values" }) }),
  },
} as const satisfies Record<string, WidgetKindSpec>;

export type WidgetKind = keyof typeof widgetKinds;
// Object.keys returns string[], but the keys of a constant object are exactly those of its type.
export const widgetKindNames = Object.keys(widgetKinds) as WidgetKind[];
export type WidgetOptions<Kind extends WidgetKind> = Static<(typeof widgetKinds)[Kind]["options"]>;
export type WidgetData<Kind extends WidgetKind = WidgetKind> = Static<(typeof widgetKinds)[Kind]["data"]>;

export function isWidgetKind(word: string): word is WidgetKind {
  return Object.hasOwn(widgetKinds, word);
}

/** The options of a widget of this kind; undefined when they have another form. */
export function optionsOf<Kind extends WidgetKind>(
  kind: Kind,
  widget: { kind: string; options: unknown },
): WidgetOptions<Kind> | undefined {
  const { options: schema } = widgetKinds[kind];
  return widget.kind === kind && Check(schema, widget.options) ? (widget.options as WidgetOptions<Kind>) : undefined;
}

/** The data of a widget of this kind. The server makes them by the same table. */
export function dataOf<Kind extends WidgetKind>(_kind: Kind, data: Record<string, unknown>): WidgetData<Kind> {
  return data as WidgetData<Kind>;
}

/** What is wrong with the options of a widget; empty when they are valid. */
export function optionProblems(kind: WidgetKind, options: unknown, path: string): ErrorDetail[] {
  const [, errors] = Errors(widgetKinds[kind].options, options);
  if (errors.length > 0) return detailsOf(errors, path);
  return queriesOf({ kind, options }).flatMap(({ query, place }) =>
    queryProblems(query, `${path}.${place}`, kind === "time_series"),
  );
}

/** The queries of a widget with their places in the options. */
export function queriesOf(widget: { kind: string; options: unknown }): { query: WidgetQuery; place: string }[] {
  const many = optionsOf("time_series", widget) ?? optionsOf("table", widget);
  if (many) return many.queries.map((query, index) => ({ query, place: `queries.${index}` }));
  const one = optionsOf("stat", widget) ?? optionsOf("gauge", widget);
  return one ? [{ query: one.query, place: "query" }] : [];
}

/** The permissions and modules that the data of a widget need. */
export function needsOf(widget: { kind: string; options: unknown }): Needs[] {
  const ofKind = isWidgetKind(widget.kind) ? widgetKinds[widget.kind].needs : null;
  return [...(ofKind ? [ofKind] : []), ...queriesOf(widget).map(({ query }) => sourceNeeds[query.source])];
}
