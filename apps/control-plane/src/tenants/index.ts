import type { Core, Feature, FeatureOf } from "../core.ts";
import { tenantHandlers } from "./handlers.ts";
import { contactInvitations } from "./invitation.ts";
import { provisioningJobs } from "./provisioning.ts";
import { welcomeJobs } from "./welcome.ts";

export { createCustomer, taken } from "./customers.ts";
export { assertNotReserved } from "./rules.ts";
export { getCustomer, isTaken, listCustomers } from "./store.ts";

/** The accounts of customers, and the creation of their tenants in a deployment. */
export function openTenants(core: Core): FeatureOf<"tenants"> {
  const jobs: readonly Pick<Feature, "reactions" | "workflows" | "schedules">[] = [
    provisioningJobs(core),
    welcomeJobs(core),
    contactInvitations(core),
  ];
  return {
    handlers: { tenants: tenantHandlers(core) },
    reactions: jobs.flatMap(({ reactions = [] }) => reactions),
    workflows: jobs.flatMap(({ workflows = [] }) => workflows),
    schedules: jobs.flatMap(({ schedules = [] }) => schedules),
  };
}
