import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { severities } from "./incidents.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, listOf, nullable, oneOf, recordFields, Timestamp, text } from "./schema.ts";
import { type burnWindows, SloIndicator, sloStates } from "./slo-indicators.ts";
import { cursor } from "./telemetry.ts";

/** How much of the error budget is spent. */
const SloBudget = Type.Object({
  events: Type.Number({ description: "Bad events that the objective allows in the window" }),
  spent_events: Type.Number({ description: "Bad events in the window" }),
  remaining_events: Type.Number({ description: "Negative when the objective is breached" }),
  spent: Type.Number({ description: "Percent of the budget" }),
  remaining: Type.Number({ description: "Percent of the budget; negative when the objective is breached" }),
});
export type SloBudget = Static<typeof SloBudget>;

/** What the events of a window say about an objective. */
const figures = {
  state: oneOf(sloStates, {
    description:
      "breached: the budget is spent. at_risk: less than a quarter of it is left, or the last 6 hours and 30 minutes burn it at 6 times the allowed rate. no_data: no events in the window",
  }),
  good: Type.Number({ description: "Good events in the window" }),
  total: Type.Number({ description: "Events in the window" }),
  attainment: Type.Unsafe<number | null>({
    type: ["number", "null"],
    description: "Percent of good events; null without events",
  }),
  budget: SloBudget,
};

/** A burn rate of 1 spends the budget exactly in the window of the objective. */
const burnRate = Type.Unsafe<number | null>({ type: ["number", "null"] });

const SloStatus = Type.Object({
  ...figures,
  burn_rates: Type.Object(
    {
      "5m": burnRate,
      "30m": burnRate,
      "1h": burnRate,
      "2h": burnRate,
      "6h": burnRate,
      "1d": burnRate,
      "3d": burnRate,
    } satisfies Record<(typeof burnWindows)[number], typeof burnRate>,
    {
      description:
        "The rate of bad events over each window, as a multiple of what the objective allows. Null: no events",
    },
  ),
  data_since: nullable(Type.String({ format: "date-time", description: "The first measured event" })),
  measured_until: Type.String({ format: "date-time", description: "The end of the last measured minute" }),
  error: nullable(Type.String({ description: "Why the last measurement failed; null when it worked" })),
  catching_up: Type.Boolean({ description: "Older telemetry is still being measured" }),
});
export type SloStatus = Static<typeof SloStatus>;

/** An alert policy that was made for the objective. */
const SloAlert = Type.Object({
  policy_id: Id,
  name: Type.String(),
  severity: oneOf(severities),
  threshold: Type.Number({ description: "The burn rate that it fires above" }),
  window: Type.String(),
  short_window: Type.String(),
  enabled: Type.Boolean(),
  firing: Type.Boolean(),
});
export type SloAlert = Static<typeof SloAlert>;

const fields = {
  name: line(200),
  description: text(5000, "Markdown"),
  indicator: SloIndicator,
  objective: Type.Number({
    exclusiveMinimum: 50,
    exclusiveMaximum: 100,
    description: "Percent of good events; at most 3 decimals",
  }),
  window_days: Type.Integer({ minimum: 1, maximum: 90, description: "The rolling window, in days" }),
  ci_id: nullable(Type.String({ format: "uuid", description: "The configuration item that it is about" })),
  group_id: nullable(Type.String({ format: "uuid", description: "The team that owns it" })),
};

export const Slo = Type.Object({
  ...recordFields,
  ...fields,
  group_name: nullable(Type.String()),
  ci_name: nullable(Type.String()),
  status: SloStatus,
  alerts: Type.Array(SloAlert, { description: "The burn-rate policies that were made for it, most urgent first" }),
  created_by: Type.String(),
  updated_by: Type.String(),
});
export type Slo = Static<typeof Slo>;

const SloPoint = Type.Object({
  at: Type.String({ format: "date-time", description: "The start of the step" }),
  good: Type.Number(),
  total: Type.Number(),
  attainment: nullable(Type.Number()),
  budget_remaining: Type.Number({ description: "Percent of the window's budget that is left at the end of the step" }),
});
export type SloPoint = Static<typeof SloPoint>;

const series = {
  from: Timestamp,
  to: Timestamp,
  step_seconds: Type.Integer(),
  points: Type.Array(SloPoint),
};

export const SloHistory = Type.Object(series);
export type SloHistory = Static<typeof SloHistory>;

export const SloPreview = Type.Object({ ...figures, data_since: nullable(Timestamp), ...series });
export type SloPreview = Static<typeof SloPreview>;

/** What the figures of an objective depend on. */
const definition = { indicator: fields.indicator, objective: fields.objective, window_days: fields.window_days };

const shared = { module: "observability" } as const;
const reading = { ...shared, access: "slos:read", effect: "read" } as const;
const writing = { ...shared, access: "slos:write", effect: "write" } as const;

export const slos = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/slos",
    summary: "List service-level objectives",
    description: "`next` is the cursor of the next page. The figures are those of the last measured minute.",
    envelope: "cursor",
    query: Type.Object({
      q: Type.Optional(text(200, "Part of the name, description or service")),
      service: Type.Optional(listOf(line(200))),
      state: Type.Optional(listOf(oneOf(sloStates), "One or several, separated by commas")),
      group_id: Type.Optional(Id),
      ci_id: Type.Optional(Id),
      sort: Type.Optional(
        oneOf(["name", "budget"], { description: "budget: the least remaining budget first. Name unless given" }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
      next: cursor,
    }),
    reply: Slo,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/slos",
    summary: "Create a service-level objective",
    description: "It is measured every minute from now on, and over the stored telemetry of its window. At most 500.",
    status: 201,
    body: Type.Object({ ...Type.Partial(Type.Object(fields)).properties, name: fields.name, ...definition }),
    reply: Slo,
  }),
  preview: operation({
    ...reading,
    method: "POST",
    path: "/api/slos/preview",
    summary: "Compute the figures of a definition over stored telemetry",
    description: "Nothing is stored. Hours of the window that telemetry no longer holds are missing.",
    body: Type.Object(definition),
    reply: SloPreview,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/slos/:id",
    summary: "Get a service-level objective",
    params: IdParams,
    reply: Slo,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/slos/:id",
    summary: "Edit a service-level objective",
    description:
      "A changed indicator is measured again from stored telemetry. Policies that were made for it follow, except for what was edited in them.",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: Slo,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/slos/:id",
    summary: "Delete a service-level objective and its alert policies",
    params: IdParams,
  }),
  history: operation({
    ...reading,
    method: "GET",
    path: "/api/slos/:id/history",
    summary: "Get the events and the budget of the window over time",
    description:
      "The budget is that of the whole window, so the last point is the present state. Steps are whole hours.",
    params: IdParams,
    query: Type.Object({
      points: Type.Optional(
        Type.Integer({ minimum: 2, maximum: 1000, default: 120, description: "At most this many" }),
      ),
    }),
    reply: SloHistory,
  }),
  alerts: operation({
    ...writing,
    method: "POST",
    path: "/api/slos/:id/alerts",
    summary: "Make the burn-rate alert policies of an objective",
    description:
      "Makes those of the four policies that it lacks: burn rate 14.4 over 1h and 5m (P1), 6 over 6h and 30m (P2), 3 over 1d and 2h (P3), 1 over 3d and 6h (P4). For windows of more than 30 days the rates grow with the window, so that each stands for the same share of the budget. Calling it again changes nothing.",
    params: IdParams,
    reply: Slo,
  }),
};

export const sloEvents = {
  updated: event({
    type: "slo.updated",
    access: "slos:read",
    module: "observability",
    data: Type.Object({ name: Type.String() }),
  }),
  stateChanged: event({
    type: "slo.state_changed",
    access: "slos:read",
    module: "observability",
    data: Type.Object({ name: Type.String(), from: oneOf(sloStates), to: oneOf(sloStates) }),
  }),
};
