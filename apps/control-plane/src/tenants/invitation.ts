import { insertUser, temporaryPasswordEnd } from "@opsplane/accounts";
import { userEvents } from "@opsplane/contract";
import { tenantEvents } from "@opsplane/contract/control-plane";
import { defineWorkflow, newId, on, temporaryPassword } from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { getCustomer } from "./store.ts";

interface Invitation {
  tenantId: string;
}

const inviteContact = defineWorkflow<Invitation>("invite-contact");

/** The contact of a customer that the staff created becomes the first admin of its account in the portal. */
export function contactInvitations(core: Core): Required<Pick<Feature, "reactions" | "workflows">> {
  return {
    reactions: [
      on(tenantEvents.created, ({ data: { tenant_id: tenantId, invite } }) =>
        invite ? [inviteContact.job(`invite-contact-${tenantId}`, { tenantId })] : [],
      ),
    ],
    workflows: [
      inviteContact.implement(async ({ tenantId }, run) => {
        await run.step("invite", () => invite(core, tenantId));
      }),
    ],
  };
}

/** The account of the staff cannot write the people of a customer, so this runs in the customer's account. */
async function invite({ asAutomation, passwords, secrets, clock }: Core, tenantId: string): Promise<void> {
  const password = temporaryPassword();
  const passwordHash = await passwords.hash(password);
  await asAutomation(tenantId, "tenants.invite", async ({ db, audit, announce }) => {
    const customer = await getCustomer(db, tenantId);
    if (!customer?.contact_email) return false;
    const user = await insertUser(db, {
      ...{ id: newId(), tenantId, email: customer.contact_email, role: "admin", passwordHash },
      name: customer.contact_name ?? customer.contact_email,
      passwordExpiresAt: temporaryPasswordEnd(clock.now()),
      invitation: secrets.seal(password),
    });
    if (!user) return false;
    audit({ target: { type: "user", id: user.id, name: user.email }, after: user });
    announce(userEvents.invited, user.id, { email: user.email, invitation_id: newId() });
    return undefined;
  });
}
