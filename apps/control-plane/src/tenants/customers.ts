import { tenantEvents } from "@opsplane/contract/control-plane";
import { fail, type WriteScope } from "@opsplane/runtime";
import { isHosted } from "../deployments/index.ts";
import { createSubscription, type SubscriptionRequest } from "../subscriptions/index.ts";
import { insertCustomer, type NewCustomer } from "./store.ts";

/** Creates the account of a customer with its subscription. Its tenant is provisioned soon after, if it is hosted. */
export async function createCustomer(
  write: WriteScope,
  customer: NewCustomer,
  subscription: Omit<SubscriptionRequest, "tenantId">,
  { invite }: { invite: boolean },
): Promise<void> {
  const hosted = isHosted(customer.mode);
  if (!(await insertCustomer(write.db, customer, hosted))) taken(customer.id);
  await createSubscription(write, { tenantId: customer.id, ...subscription });
  write.audit({
    target: { type: "tenant", id: customer.id, name: customer.name },
    after: { ...customer, ...subscription },
  });
  write.announce(tenantEvents.created, customer.id, { tenant_id: customer.id, invite });
}

export function taken(id: string): never {
  return fail("CONFLICT", `The organization id '${id}' is taken; choose another.`);
}
