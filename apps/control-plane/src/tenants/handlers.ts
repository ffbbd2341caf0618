import type { Customer, controlOperations, DeploymentMode } from "@opsplane/contract/control-plane";
import { type Db, difference, fail, type HandlersOf, invalid } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { assertTakes, getDeployment, isHosted } from "../deployments/index.ts";
import { assertFits } from "../subscriptions/index.ts";
import { createCustomer } from "./customers.ts";
import { assertNotReserved } from "./rules.ts";
import * as store from "./store.ts";

export function tenantHandlers({ mailer }: Core): HandlersOf<typeof controlOperations.tenants> {
  return {
    list: ({ db, query }) => store.listCustomers(db, query),

    get: async ({ db, params }) => (await store.getCustomer(db, params.id)) ?? missing(params.id),

    create: async (context) => {
      const { db, body } = context;
      const { id, name, contact_name: contactName, mode, plan_id, addons = [], billing_period } = body;
      assertNotReserved("id", id);
      assertFits(mode, plan_id);
      if (isHosted(mode) && !mailer)
        fail("UNAVAILABLE", "A hosted customer needs a mail server (SMTP_URL) for its temporary password.");
      const deploymentId = await namedDeployment(db, body.deployment_id, mode);
      const contactEmail = body.contact_email.trim().toLowerCase();
      await createCustomer(
        context,
        { id, name, contactName, contactEmail, mode, deploymentId },
        { plan_id, addons, billing_period },
        { invite: mailer !== undefined },
      );
      return (await store.getCustomer(db, id)) ?? missing(id);
    },

    update: async ({ db, params, body, audit, assertUnchanged }) => {
      const before = (await store.lockCustomer(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      await store.updateCustomer(db, {
        id: before.id,
        name: body.name ?? before.name,
        contact_name: body.contact_name ?? before.contact_name,
        contact_email: body.contact_email?.trim().toLowerCase() ?? before.contact_email,
      });
      const after = (await store.getCustomer(db, params.id)) ?? missing(params.id);
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },

    retryProvisioning: async ({ db, params, audit }) => {
      const before = (await store.lockCustomer(db, params.id)) ?? missing(params.id);
      if (before.provisioning !== "failed")
        fail("CONFLICT", `The provisioning of '${before.id}' has not failed; it is ${before.provisioning}.`);
      await store.retryNow(db, before.id);
      const after = (await store.getCustomer(db, params.id)) ?? missing(params.id);
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },
  };
}

async function namedDeployment(db: Db, id: string | undefined, mode: DeploymentMode): Promise<string | null> {
  if (id === undefined) return isHosted(mode) ? invalid("deployment_id", "is required for a hosted customer") : null;
  const deployment = (await getDeployment(db, id)) ?? fail("NOT_FOUND", `There is no deployment '${id}'.`);
  assertTakes(deployment, mode);
  return deployment.id;
}

function target({ id, name }: Customer) {
  return { type: "tenant", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no customer '${id}'.`);
}
