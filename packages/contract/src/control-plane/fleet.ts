import { type Static, Type } from "typebox";
import { nullable, Timestamp } from "../schema.ts";
import { Deployment } from "./deployments.ts";
import { License } from "./licenses.ts";
import { controlOperation } from "./operation.ts";
import { TenantSubscription } from "./subscriptions.ts";
import { Customer } from "./tenants.ts";

const counted = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Object({ total: Type.Integer(), items: Type.Array(item, { description: "At most the first 50" }) });

const Fleet = Type.Object({
  newest_version: nullable(
    Type.String({ description: "The newest stable release; without one, the newest version that runs" }),
  ),
  versions: Type.Array(
    Type.Object({
      tp_version: nullable(Type.String()),
      deployments: Type.Integer(),
      minors_behind: nullable(
        Type.Integer({ description: "Minor versions behind the newest; null across major versions" }),
      ),
    }),
  ),
  unhealthy: counted(Deployment),
  silent_licenses: Type.Object({
    total: Type.Integer(),
    items: Type.Array(License, { description: "BYOC licenses without phone-home for two days, longest first" }),
  }),
  expiring: Type.Object({ in_30_days: Type.Integer(), in_60_days: Type.Integer(), in_90_days: Type.Integer() }),
  expiring_licenses: counted(License),
  past_due: counted(TenantSubscription),
  suspended: counted(TenantSubscription),
  failed_provisionings: counted(Customer),
  as_of: Timestamp,
});
export type Fleet = Static<typeof Fleet>;

export const fleet = {
  get: controlOperation({
    method: "GET",
    path: "/api/fleet",
    summary: "Get what needs attention: versions, health, licenses, payments and provisionings",
    access: "fleet:read",
    effect: "read",
    reply: Fleet,
  }),
};
