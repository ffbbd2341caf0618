import { tenantEvents } from "@opsplane/contract/control-plane";
import {
  defineWorkflow,
  keepTrying,
  type Letter,
  type Mailer,
  messageQueue,
  on,
  type Retried,
  sql,
} from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";

interface Welcome extends Retried {
  id: string;
  tenantId: string;
}

const sendWelcome = defineWorkflow<Welcome>("send-welcome", messageQueue);

/** Emails the temporary password of a new tenant, once. */
export function welcomeJobs(core: Core): Pick<Feature, "reactions" | "workflows"> {
  const { mailer } = core;
  if (!mailer) return {};
  return {
    reactions: [
      on(tenantEvents.provisioned, ({ data: { tenant_id: tenantId, letter_id: id } }) => [
        sendWelcome.job(`welcome-${id}`, { id, tenantId }),
      ]),
    ],
    workflows: [
      sendWelcome.implement(async (welcome, run) => {
        const send = () => attemptOnce(core, mailer, welcome);
        if ((await keepTrying(run, welcome, mailer.retryMs, send)) === "later") return;
        await run.step("forget", () => forget(core, welcome));
      }),
    ],
  };
}

interface Addressee {
  name: string;
  contact_name: string;
  contact_email: string;
  url: string;
  secret: Buffer | null;
}

async function attemptOnce({ database, secrets }: Core, mailer: Mailer, welcome: Welcome) {
  const addressee = await database.tenant(welcome.tenantId).first<Addressee>(sql`
    select tenants.name, contact_name, contact_email, url, admin_secret as secret
    from tenants join deployments on deployments.id = deployment_id where tenants.id = ${welcome.tenantId}`);
  if (!addressee?.secret) return undefined;
  return mailer.send(letter(welcome, addressee, secrets.open(addressee.secret)));
}

async function forget({ database }: Core, { tenantId }: Welcome): Promise<void> {
  await database.tenant(tenantId).run(sql`update tenants set admin_secret = null where id = ${tenantId}`);
}

function letter(
  { id, tenantId }: Welcome,
  { name, contact_name, contact_email, url }: Addressee,
  password: string,
): Letter {
  return {
    to: { name: contact_name, address: contact_email },
    messageId: `<welcome-${id}@opsplane>`,
    subject: `${name} is ready on Opsplane`,
    lines: [`${name} is ready. Sign in with the temporary password and choose your own.`],
    facts: [
      ["Address", url],
      ["Organization", tenantId],
      ["Email", contact_email],
      ["Temporary password", password],
    ],
    action: { label: "Sign in", url },
    footer: "The temporary password expires after 7 days.",
  };
}
