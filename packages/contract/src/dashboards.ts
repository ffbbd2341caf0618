import { type Static, Type } from "typebox";
import { DashboardLayout, maxVariables, maxWidgets, Variable, Widget } from "./dashboard-layout.ts";
import { errorStatus } from "./errors.ts";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import {
  gone,
  Id,
  IdParams,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";

export const dashboardVisibilities = ["private", "team", "everyone"] as const;
export type DashboardVisibility = (typeof dashboardVisibilities)[number];

/** Of an exported dashboard. */
export const dashboardSchemaVersion = 1;
export const maxDashboardLinks = 20;
export const maxLinkDays = 366;
/** The header with the token of a public link. */
export const dashboardTokenHeader = "x-dashboard-token";

const summary = {
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  visibility: oneOf(dashboardVisibilities, {
    description: "private: only its creator. team: the members of its groups too. everyone: the whole tenant",
  }),
  group_ids: Type.Array(Id, { description: "The teams that see it" }),
  created_by: Type.String(),
  owner_id: nullable(Type.String({ description: "The user who created it; null for an API key" })),
  can_edit: Type.Boolean({ description: "You can change it" }),
};

export const DashboardSummary = Type.Object({ ...summary, widget_count: Type.Integer() });
export type DashboardSummary = Static<typeof DashboardSummary>;

export const Dashboard = Type.Object({ ...summary, layout: DashboardLayout });
export type Dashboard = Static<typeof Dashboard>;

export const DashboardExport = Type.Object({
  schema_version: Type.Integer({ description: "1" }),
  name: line(200),
  description: text(2000),
  layout: DashboardLayout,
});
export type DashboardExport = Static<typeof DashboardExport>;

export const DashboardTemplate = Type.Object({
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  widget_count: Type.Integer(),
});
export type DashboardTemplate = Static<typeof DashboardTemplate>;

export const DashboardLink = Type.Object({
  id: Id,
  name: Type.String(),
  created_by: Type.String(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type DashboardLink = Static<typeof DashboardLink>;

export const dashboardParts = ["widgets", "variables", "markers"] as const;

/** Why a part has no data. */
const PartError = Type.Object({
  code: oneOf(Object.keys(errorStatus)),
  message: Type.String(),
});

export const DashboardData = Type.Object({
  from: Timestamp,
  to: Timestamp,
  widgets: Type.Array(
    Type.Object({
      id: Type.String(),
      data: Type.Unsafe<Record<string, unknown> | null>({
        type: ["object", "null"],
        additionalProperties: true,
        description: "Depends on the kind. Null when there is an error",
      }),
      error: Type.Unsafe<Static<typeof PartError> | null>({ ...PartError, type: ["object", "null"] }),
    }),
  ),
  variables: Type.Array(
    Type.Object({
      name: Type.String(),
      chosen: Type.Array(Type.String(), { description: "`$all` stands for all values" }),
      options: Type.Array(Type.String(), { description: "At most 500" }),
      error: nullable(Type.String()),
    }),
  ),
  markers: Type.Array(
    Type.Object({
      kind: oneOf(["incident", "change"]),
      at: Timestamp,
      reference: Type.String(),
      title: Type.String(),
    }),
  ),
});
export type DashboardData = Static<typeof DashboardData>;
export type DashboardMarker = DashboardData["markers"][number];
export type DashboardVariableState = DashboardData["variables"][number];

const chosen = text(8000, 'The chosen values of variables as JSON: {"host":["web-1"]}. Others have their defaults');
const wanted = {
  widget: Type.Optional(listOf(line(40), "Only these widgets")),
  include: Type.Optional(listOf(oneOf(dashboardParts), "What to return; widgets unless given")),
  points: Type.Optional(
    Type.Integer({ minimum: 10, maximum: 500, default: 200, description: "Maximum number of points of a series" }),
  ),
  variables: Type.Optional(chosen),
};
const window = { from: Type.Optional(QueryTime), to: Type.Optional(QueryTime) };

const fields = {
  name: line(200),
  description: text(2000),
  visibility: oneOf(dashboardVisibilities),
  group_ids: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
  layout: DashboardLayout,
};

const shared = { module: "reports" } as const;
const reading = { ...shared, access: "dashboards:read", effect: "read" } as const;
const writing = { ...shared, access: "dashboards:write", effect: "write" } as const;
const byToken = `The header ${dashboardTokenHeader} has the token, the part of the link after #.`;

export const dashboards = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/dashboards",
    summary: "List the dashboards that you can see, by name",
    envelope: "page",
    query: Type.Object({
      q: Type.Optional(text(200, "Part of name or description")),
      visibility: Type.Optional(listOf(oneOf(dashboardVisibilities))),
      mine: Type.Optional(Type.Boolean({ description: "Only those that you created" })),
      ...paging,
    }),
    reply: DashboardSummary,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/dashboards",
    summary: "Create a dashboard",
    description: "Empty, with the given layout, or from a template. It is private unless `visibility` is given.",
    status: 201,
    body: Type.Object({
      name: Type.Optional(line(200, "Required without `template`")),
      description: Type.Optional(fields.description),
      visibility: Type.Optional(fields.visibility),
      group_ids: Type.Optional(fields.group_ids),
      layout: Type.Optional(fields.layout),
      template: Type.Optional(line(40, "The key of a template")),
    }),
    reply: Dashboard,
  }),
  templates: operation({
    ...reading,
    method: "GET",
    path: "/api/dashboards/templates",
    summary: "List the ready-made dashboards",
    reply: Type.Array(DashboardTemplate),
  }),
  import: operation({
    ...writing,
    method: "POST",
    path: "/api/dashboards/import",
    summary: "Create a private dashboard from an export",
    status: 201,
    body: DashboardExport,
    reply: Dashboard,
  }),
  preview: operation({
    ...shared,
    method: "POST",
    path: "/api/dashboards/preview",
    summary: "Read the data of widgets that are not saved",
    access: "dashboards:write",
    effect: "read",
    body: Type.Object({
      widgets: Type.Array(Widget, { maxItems: maxWidgets }),
      dashboard_variables: Type.Array(Variable, { maxItems: maxVariables }),
      markers: Type.Optional(DashboardLayout.properties.markers),
      ...wanted,
      from: QueryTime,
      to: QueryTime,
    }),
    reply: DashboardData,
  }),
  shared: operation({
    ...shared,
    method: "GET",
    path: "/api/dashboards/shared",
    summary: "Get a dashboard by a public link",
    description: byToken,
    access: "public",
    effect: "read",
    reply: Type.Object({
      name: Type.String(),
      description: Type.String(),
      layout: DashboardLayout,
      expires_at: Timestamp,
    }),
  }),
  sharedData: operation({
    ...shared,
    method: "GET",
    path: "/api/dashboards/shared/data",
    summary: "Read the data of a dashboard by a public link",
    description: `${byToken} The range is that of the dashboard. Variables have only values that the dashboard offers. The data are those that the creator of the link can see.`,
    access: "public",
    effect: "read",
    query: Type.Object(wanted),
    reply: DashboardData,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/dashboards/:id",
    summary: "Get a dashboard",
    params: IdParams,
    reply: Dashboard,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/dashboards/:id",
    summary: "Change or share a dashboard",
    description:
      "Only its creator can make it private. Widgets that you add or change need the permissions of their data.",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: Dashboard,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/dashboards/:id",
    summary: "Delete a dashboard and its public links",
    params: IdParams,
  }),
  duplicate: operation({
    ...writing,
    method: "POST",
    path: "/api/dashboards/:id/duplicate",
    summary: "Make a private copy of a dashboard",
    status: 201,
    params: IdParams,
    body: Type.Object({ name: Type.Optional(line(200)) }),
    reply: Dashboard,
  }),
  export: operation({
    ...reading,
    method: "GET",
    path: "/api/dashboards/:id/export",
    summary: "Export a dashboard for import elsewhere",
    params: IdParams,
    reply: DashboardExport,
  }),
  data: operation({
    ...reading,
    method: "GET",
    path: "/api/dashboards/:id/data",
    summary: "Read the data of a dashboard",
    description:
      "Of all widgets, or of those that `widget` names. Each needs the permission of its data. One that fails has an `error`, and the others still have data. `from` and `to` default to the range of the dashboard.",
    params: IdParams,
    query: Type.Object({ ...wanted, ...window }),
    reply: DashboardData,
  }),
  links: operation({
    ...shared,
    method: "GET",
    path: "/api/dashboards/:id/links",
    summary: "List the public links of a dashboard, newest first",
    access: "dashboards:write",
    effect: "read",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: DashboardLink,
  }),
  createLink: operation({
    ...writing,
    method: "POST",
    path: "/api/dashboards/:id/links",
    summary: "Create a public link to a dashboard",
    description:
      "Everyone who has the link sees the dashboard without a login, with the data that you can see. It ends when it expires, when it is revoked, or when your account is disabled.",
    status: 201,
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(text(100, "Who it is for")),
      expires_at: Type.String({ format: "date-time", description: `At most ${maxLinkDays} days ahead` }),
    }),
    reply: Type.Object({ ...DashboardLink.properties, url: Type.String({ description: "Shown once" }) }),
  }),
  revokeLink: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/dashboards/:id/links/:link_id",
    summary: "Revoke a public link",
    params: Type.Object({ id: Id, link_id: Id }),
  }),
};

export const dashboardEvents = {
  // Without its name, because others cannot see a private dashboard.
  updated: event({
    type: "dashboard.updated",
    access: "dashboards:read",
    module: "reports",
    data: Type.Object({}),
  }),
};
