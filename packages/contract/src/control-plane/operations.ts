import { audit } from "../audit.ts";
import { auth } from "../auth.ts";
import { system } from "../system.ts";
import { users } from "../users.ts";
import { billing, invoices } from "./billing.ts";
import { deployments } from "./deployments.ts";
import { plansOfControl, prices } from "./plans.ts";
import { releases } from "./releases.ts";
import { rollouts } from "./rollouts.ts";
import { subscriptions } from "./subscriptions.ts";
import { tenants } from "./tenants.ts";

/** The complete API of the Control Plane. Sign-in, people and the audit log work as in the Tenant Plane. */
export const controlOperations = {
  auth,
  users,
  audit,
  invoices,
  billing,
  releases,
  rollouts,
  system: { health: system.health },
  plans: plansOfControl,
  prices,
  deployments,
  tenants,
  subscriptions,
};
export type ControlOperations = typeof controlOperations;
