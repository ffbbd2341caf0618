import { audit } from "../audit.ts";
import { auth } from "../auth.ts";
import { system } from "../system.ts";
import { users } from "../users.ts";
import { billing, invoices } from "./billing.ts";
import { deployments } from "./deployments.ts";
import { fleet } from "./fleet.ts";
import { licenseKeys, licenses } from "./licenses.ts";
import { plansOfControl, prices } from "./plans.ts";
import { releases } from "./releases.ts";
import { rollouts } from "./rollouts.ts";
import { signup } from "./signup.ts";
import { statements } from "./statements.ts";
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
  signup,
  subscriptions,
  statements,
  licenses,
  licenseKeys,
  fleet,
};
export type ControlOperations = typeof controlOperations;
