import { type Database, type Reaction, type SecretBox, sql, type Workflow } from "@opsplane/runtime";
import { type Attempt, keepTrying } from "./keep-trying.ts";
import type { Mailer } from "./mailer.ts";

interface Invitation {
  id: string;
  tenantId: string;
  userId: string;
}

export const workflow = "send-invitation";

/** An invitation that an e-mail is to carry; the password itself rests sealed beside the user. */
export const invite: Reaction = (tenantId, event) => {
  const id = event.data.invitation_id;
  if (event.type !== "user.invited" || typeof id !== "string") return undefined;
  const input: Invitation = { id, tenantId, userId: event.subjectId };
  return { workflow, id, input };
};

export interface InvitationServices {
  database: Database;
  secrets: SecretBox;
  mailer: Mailer;
  publicUrl(): string;
  retryMs: number;
}

/** Hands the e-mail over, and tries again until the mail server takes it, refuses it for good, or a week has passed. */
export function sendInvitation(services: InvitationServices): Workflow<Invitation> {
  return async (invitation, run) => {
    const outcome = await keepTrying(run, services.retryMs, (attempt) =>
      run.step(`send ${attempt}`, () => attemptOnce(services, invitation)),
    );
    if (outcome === "gave up") await run.step("give up", () => settle(services, invitation, "failed"));
  };
}

async function attemptOnce(services: InvitationServices, invitation: Invitation): Promise<Attempt> {
  const person = await services.database.tenant(invitation.tenantId).first<Addressee>(sql`
    select users.email, users.name, users.invitation_secret as secret, tenants.name as tenant
    from users join tenants on tenants.id = users.tenant_id where users.id = ${invitation.userId}`);
  // Already sent, or the person has set a password in the meantime: nothing left to say.
  if (!person?.secret) return "done";
  const outcome = await services.mailer.send(
    letter(services, invitation, person, services.secrets.open(person.secret)),
  );
  if (outcome === "unreachable") return "try again";
  await settle(services, invitation, outcome === "accepted" ? "sent" : "failed");
  return "done";
}

interface Addressee {
  email: string;
  name: string;
  tenant: string;
  secret: Buffer | null;
}

async function settle(
  { database }: InvitationServices,
  { tenantId, userId }: Invitation,
  outcome: "sent" | "failed",
): Promise<void> {
  await database
    .tenant(tenantId)
    .run(sql`update users set invitation = ${outcome}, invitation_secret = null where id = ${userId}`);
}

function letter({ publicUrl }: InvitationServices, { id, tenantId }: Invitation, person: Addressee, password: string) {
  return {
    to: { name: person.name, address: person.email },
    // The same for every attempt, so that a mail system which got it twice can tell.
    messageId: `<invitation-${id}@opsplane>`,
    subject: `Your access to ${person.tenant} on Opsplane`,
    text: `Hello ${person.name},

you have been given access to ${person.tenant} on Opsplane.

  Address             ${publicUrl()}
  Tenant              ${tenantId}
  E-mail              ${person.email}
  Temporary password  ${password}

You will be asked for a password of your own when you first log in.
The temporary password works for 7 days.
`,
  };
}
