import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { planIds } from "./plans.ts";
import { Email, line, NewPassword, nullable, oneOf, Slug, Timestamp } from "./schema.ts";

export const componentStates = ["up", "starting", "down", "unavailable"] as const;

export const Health = Type.Object({
  status: oneOf(["ok", "degraded", "down"], { description: "degraded: a component is down, but records still work" }),
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
    summary: "Get the health of the service",
    description: "200 while records work (ok or degraded), 503 when they do not (down).",
    access: "public",
    effect: "read",
    reachable: "always",
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
      clickhouse: oneOf(componentStates, {
        description: "When unavailable or down, its migrations run after it is back",
      }),
    }),
  }),
  subscription: operation({
    method: "POST",
    path: "/api/internal/subscriptions",
    summary: "Receive a statement about a tenant's subscription",
    description:
      "The Control Plane signs the statement, so no other credential is needed. An older statement than the one in force changes nothing.",
    access: "public",
    effect: "write",
    reachable: "always",
    body: Type.Object({ statement: line(16_384, "The signed statement, a JWT") }),
    reply: Type.Object({
      tenant_id: Type.String(),
      serial: Type.Integer(),
      applied: Type.Boolean({ description: "False when a newer or the same statement is in force" }),
    }),
  }),
  createTenant: operation({
    method: "POST",
    path: "/api/internal/tenants",
    summary: "Create a tenant with its first admin",
    description:
      "Needs the header x-service-secret. Without admin_password a temporary password is generated and returned once.",
    access: "service",
    effect: "write",
    status: 201,
    body: Type.Object({
      id: Slug,
      name: line(200),
      plan_id: Type.Optional(nullable(oneOf(planIds))),
      admin_email: Email,
      admin_password: Type.Optional(NewPassword),
      renew: Type.Optional(
        Type.Boolean({
          description:
            "If the tenant exists and this admin never signed in, a new temporary password is generated instead of an error",
        }),
      ),
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
