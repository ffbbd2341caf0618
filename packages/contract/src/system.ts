import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import type { Permission } from "./permissions.ts";
import { planIds } from "./plans.ts";
import { Email, line, NewPassword, nullable, oneOf, Slug, Timestamp, text } from "./schema.ts";

export const componentStates = ["up", "starting", "down", "unavailable"] as const;

export const Health = Type.Object({
  status: oneOf(["ok", "degraded", "down"], { description: "degraded: a part is down but records work" }),
  version: Type.String(),
  components: Type.Array(
    Type.Object({
      name: Type.String(),
      status: oneOf(componentStates),
      message: nullable(Type.String()),
      latency_ms: nullable(Type.Number()),
    }),
  ),
});
export type Health = Static<typeof Health>;

export const system = {
  health: operation({
    method: "GET",
    path: "/api/health",
    summary: "Is the service well",
    description: "200 while records work (ok or degraded), 503 when they do not (down).",
    access: "public",
    effect: "read",
    envelope: "both",
    reply: Health,
  }),
  migrate: operation({
    method: "POST",
    path: "/api/db/migrate",
    summary: "Run pending database migrations",
    description: "Needs the header x-service-secret.",
    access: "service",
    effect: "write",
    reply: Type.Object({
      applied: Type.Array(Type.Object({ engine: oneOf(["postgres", "clickhouse"]), name: Type.String() })),
      clickhouse: oneOf(componentStates, { description: "unavailable or down: its migrations run when it is back" }),
    }),
  }),
  createTenant: operation({
    method: "POST",
    path: "/api/internal/tenants",
    summary: "Create a tenant with its first admin",
    description: "Needs the header x-service-secret. Without admin_password a temporary one is made and returned once.",
    access: "service",
    effect: "write",
    status: 201,
    body: Type.Object({
      id: Slug,
      name: line(200),
      plan_id: Type.Optional(nullable(oneOf(planIds))),
      admin_email: Email,
      admin_password: Type.Optional(NewPassword),
    }),
    reply: Type.Object({
      id: Type.String(),
      name: Type.String(),
      plan_id: nullable(Type.String()),
      admin_email: Type.String(),
      temporary_password: nullable(Type.String({ description: "Shown once" })),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  }),
};

/** Domain events as the live stream shows them, and the permission that lets a person see each. */
export const eventAccess = {
  "incident.created": "incidents:read",
  "incident.updated": "incidents:read",
  "incident.noted": "incidents:read",
  "ci.created": "cmdb:read",
  "ci.updated": "cmdb:read",
  "ci.removed": "cmdb:read",
  "ci.related": "cmdb:read",
  "ci_class.updated": "cmdb:read",
  "change.created": "itsm:read",
  "change.updated": "itsm:read",
  "change.commented": "itsm:read",
  "catalog.updated": "itsm:read",
  "request.created": "itsm:read",
  "request.updated": "itsm:read",
  "request.commented": "itsm:read",
  "request.approved": "itsm:read",
  "request.fulfillment": "itsm:read",
  "request.breached": "itsm:read",
  "definition.updated": "workflows:read",
  "approval.turn": "workflows:read",
  "approval.updated": "workflows:read",
  "approval.settled": "workflows:read",
  "approval.blocked": "workflows:read",
  "user.invited": "admin:users",
  "user.updated": "admin:users",
  "group.updated": "admin:groups",
  "role.updated": "admin:roles",
  "api_key.updated": "admin:api_keys",
  "collector.updated": "admin:collectors",
  "telemetry.updated": "admin:telemetry",
} as const satisfies Record<string, Permission>;

export type EventType = keyof typeof eventAccess;

export const LiveEvent = Type.Object({
  type: Type.Unsafe<EventType>({ type: "string", enum: Object.keys(eventAccess) }),
  subject_id: Type.String(),
  actor: Type.String(),
  data: Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
  created_at: Timestamp,
});
export type LiveEvent = Static<typeof LiveEvent>;

export const events = {
  stream: operation({
    method: "GET",
    path: "/api/events/stream",
    summary: "Live changes as server-sent events",
    description:
      "The first event is `ready`, then `change` for each change. Each has an id; a client that reconnects with Last-Event-ID receives what it missed. A client too far behind gets the event `reset` and should load afresh.",
    access: "signed_in",
    effect: "read",
    envelope: "none",
    query: Type.Object({
      last_event_id: Type.Optional(text(2100, "As the header Last-Event-ID, for clients that cannot set it")),
    }),
    reply: LiveEvent,
  }),
};
