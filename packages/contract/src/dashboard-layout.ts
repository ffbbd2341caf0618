import { type Static, Type } from "typebox";
import { Errors } from "typebox/schema";
import { isWidgetKind, optionProblems, widgetKindNames } from "./dashboard-widgets.ts";
import type { ErrorDetail } from "./errors.ts";
import { detailsOf } from "./form.ts";
import { freeForm, line, oneOf, text } from "./schema.ts";
import { parseTime } from "./time.ts";

// Where the widgets of a dashboard are, and what they share.

export const gridColumns = 24;
export const maxWidgets = 50;
export const maxVariables = 10;
/** Of a layout as JSON. */
export const maxLayoutBytes = 256 * 1024;
const maxRow = 2000;

const WidgetId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,40}$", description: "Unique in the dashboard" });

export const Widget = Type.Object({
  id: WidgetId,
  kind: oneOf(widgetKindNames),
  title: text(200, "$name stands for a variable"),
  x: Type.Integer({ minimum: 0, maximum: gridColumns - 1, description: "Column, of 24" }),
  y: Type.Integer({ minimum: 0, maximum: maxRow }),
  w: Type.Integer({ minimum: 1, maximum: gridColumns }),
  h: Type.Integer({ minimum: 1, maximum: 100 }),
  options: freeForm("Depends on the kind"),
});
export type Widget = Static<typeof Widget>;

export const variableTypes = ["label_values", "services", "list"] as const;
export type VariableType = (typeof variableTypes)[number];

export const Variable = Type.Object({
  name: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", description: "Used as $name" }),
  label: text(100, "Shown beside the choice"),
  type: oneOf(variableTypes, {
    description: "label_values: the values of a metric's label. services: services with spans. list: the given values",
  }),
  metric_name: Type.Optional(line(300, "label_values: the metric")),
  label_name: Type.Optional(line(200, "label_values: the label")),
  match: Type.Optional(
    Type.Array(line(1000), { maxItems: 20, description: "label_values: matchers; they may use earlier variables" }),
  ),
  values: Type.Optional(Type.Array(line(200), { maxItems: 200, uniqueItems: true, description: "list: the values" })),
  multi: Type.Boolean({ description: "Several values can be chosen" }),
  include_all: Type.Boolean({ description: "All values can be chosen at once" }),
  default: Type.Array(line(500), {
    maxItems: 50,
    description: "Chosen at first. `$all` stands for all values; empty: all, or else the first one",
  }),
});
export type Variable = Static<typeof Variable>;

/** The chosen value that stands for all of them. */
export const allValues = "$all";

export const refreshSeconds = [0, 10, 30, 60, 300] as const;

export const DashboardLayout = Type.Object({
  widgets: Type.Array(Widget, { maxItems: maxWidgets }),
  variables: Type.Array(Variable, { maxItems: maxVariables }),
  range: Type.Object({
    from: line(40, "Such as now-6h"),
    to: line(40, "Such as now"),
  }),
  refresh_seconds: Type.Unsafe<(typeof refreshSeconds)[number]>({
    type: "integer",
    enum: [...refreshSeconds],
    description: "0: only by hand",
  }),
  markers: Type.Object({
    incidents: Type.Boolean({ description: "Show incidents on time series" }),
    changes: Type.Boolean({ description: "Show changes on time series" }),
  }),
});
export type DashboardLayout = Static<typeof DashboardLayout>;

export const emptyLayout: DashboardLayout = {
  widgets: [],
  variables: [],
  range: { from: "now-6h", to: "now" },
  refresh_seconds: 60,
  markers: { incidents: true, changes: true },
};

/** What is wrong with a layout; empty when it is valid. The console checks an import with it before it is sent. */
export function layoutProblems(layout: unknown, now: Date, path = "layout"): ErrorDetail[] {
  const [, errors] = Errors(DashboardLayout, layout);
  if (errors.length > 0) return detailsOf(errors, path);
  return contentProblems(layout as DashboardLayout, now, path);
}

/** The same for a layout whose schema was checked. */
export function contentProblems(layout: DashboardLayout, now: Date, path = "layout"): ErrorDetail[] {
  if (new TextEncoder().encode(JSON.stringify(layout)).length > maxLayoutBytes)
    return [{ path, message: `must not be larger than ${maxLayoutBytes / 1024} KiB as JSON` }];
  const { widgets, variables, range } = layout;
  return [
    ...widgets.flatMap((widget, index) => widgetProblems(widgets, widget, index, `${path}.widgets.${index}`)),
    ...variables.flatMap((variable, index) =>
      variableProblems(variables, variable, index, `${path}.variables.${index}`),
    ),
    ...rangeProblems(range, now, `${path}.range`),
  ].slice(0, 20);
}

function widgetProblems(all: readonly Widget[], widget: Widget, index: number, path: string): ErrorDetail[] {
  const { id, kind, x, w, options } = widget;
  const before = all.slice(0, index);
  const under = before.find((other) => overlaps(widget, other));
  return [
    ...(before.some((other) => other.id === id) ? [{ path: `${path}.id`, message: `'${id}' is used twice` }] : []),
    ...(x + w > gridColumns ? [{ path: `${path}.w`, message: `reaches beyond the ${gridColumns} columns` }] : []),
    ...(under ? [{ path, message: `overlaps the widget '${under.id}'` }] : []),
    ...(isWidgetKind(kind) ? optionProblems(kind, options, `${path}.options`) : []),
  ];
}

type Rectangle = Pick<Widget, "x" | "y" | "w" | "h">;

/** Whether two widgets share a cell of the grid. */
export function overlaps(one: Rectangle, other: Rectangle): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

function variableProblems(all: readonly Variable[], variable: Variable, index: number, path: string): ErrorDetail[] {
  const { name, type, metric_name, label_name, values = [] } = variable;
  const required = type === "label_values" ? { metric_name, label_name } : {};
  return [
    ...(all.slice(0, index).some((other) => other.name === name)
      ? [{ path: `${path}.name`, message: `'${name}' is used twice` }]
      : []),
    ...Object.entries(required).flatMap(([field, value]) =>
      value === undefined ? [{ path: `${path}.${field}`, message: "is required" }] : [],
    ),
    ...(type === "list" && values.length === 0
      ? [{ path: `${path}.values`, message: "needs at least one value" }]
      : []),
  ];
}

export const maxRangeMs = 366 * 86_400_000;

function rangeProblems({ from, to }: DashboardLayout["range"], now: Date, path: string): ErrorDetail[] {
  const [start, end] = [parseTime(from, now), parseTime(to, now)];
  if (!start) return [{ path: `${path}.from`, message: "must be a time such as now-6h" }];
  if (!end) return [{ path: `${path}.to`, message: "must be a time such as now" }];
  if (start >= end) return [{ path: `${path}.from`, message: "must be before to" }];
  return end.getTime() - start.getTime() > maxRangeMs ? [{ path, message: "must not be longer than 366 days" }] : [];
}
