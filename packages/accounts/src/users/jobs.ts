import { userEvents } from "@opsplane/contract";
import {
  type Base,
  defineWorkflow,
  isTemporary,
  keepTrying,
  type Letter,
  type Mailer,
  messageQueue,
  on,
  type Reaction,
  type Retried,
  sql,
  type Workflow,
} from "@opsplane/runtime";

interface Invitation extends Retried {
  id: string;
  tenantId: string;
  userId: string;
}

type Core = Pick<Base, "database" | "mailer" | "secrets" | "publicUrl">;

const sendInvitation = defineWorkflow<Invitation>("send-invitation", messageQueue);

/** Emails an invitation. Retries until the mail server accepts it, refuses it permanently, or a week has passed. */
export function invitationJobs(core: Core): { reactions?: readonly Reaction[]; workflows?: readonly Workflow[] } {
  const { mailer } = core;
  if (!mailer) return {};
  return {
    reactions: [
      on(userEvents.invited, ({ tenantId, subjectId: userId, data: { invitation_id: id } }) =>
        id === undefined ? [] : [sendInvitation.job(id, { id, tenantId, userId })],
      ),
    ],
    workflows: [
      sendInvitation.implement(async (invitation, run) => {
        const send = () => attemptOnce(core, mailer, invitation);
        const outcome = await keepTrying(run, invitation, mailer.retryMs, send);
        if (isTemporary(outcome)) await run.step("give up", () => settle(core, invitation, "failed"));
      }),
    ],
  };
}

async function attemptOnce(core: Core, mailer: Mailer, invitation: Invitation) {
  const person = await core.database.tenant(invitation.tenantId).first<Addressee>(sql`
    select users.email, users.name, users.invitation_secret as secret, tenants.name as tenant
    from users join tenants on tenants.id = users.tenant_id where users.id = ${invitation.userId}`);
  // Already sent, or the person has set a password.
  if (!person?.secret) return undefined;
  const outcome = await mailer.send(letter(core, invitation, person, core.secrets.open(person.secret)));
  if (!isTemporary(outcome)) await settle(core, invitation, outcome === "accepted" ? "sent" : "failed");
  return outcome;
}

interface Addressee {
  email: string;
  name: string;
  tenant: string;
  secret: Buffer | null;
}

async function settle({ database }: Core, { tenantId, userId }: Invitation, outcome: "sent" | "failed"): Promise<void> {
  await database
    .tenant(tenantId)
    .run(sql`update users set invitation = ${outcome}, invitation_secret = null where id = ${userId}`);
}

function letter({ publicUrl }: Core, { id, tenantId }: Invitation, person: Addressee, password: string): Letter {
  return {
    to: { name: person.name, address: person.email },
    messageId: `<invitation-${id}@opsplane>`,
    subject: `Your access to ${person.tenant} on Opsplane`,
    lines: [`You have been given access to ${person.tenant} on Opsplane.`],
    facts: [
      ["Address", publicUrl()],
      ["Organization", tenantId],
      ["Email", person.email],
      ["Temporary password", password],
    ],
    action: { label: "Sign in", url: publicUrl() },
    footer: "You will be asked for a new password when you first sign in. The temporary password works for 7 days.",
  };
}
