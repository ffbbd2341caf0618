import {
  defineWorkflow,
  type Job,
  keepTrying,
  type Letter,
  type Mailer,
  messageQueue,
  type Retried,
  type Schedule,
} from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import * as store from "./store.ts";

interface Verification extends Retried {
  id: string;
}

const sendVerification = defineWorkflow<Verification>("send-signup-verification", messageQueue);

export function verificationJob(id: string): Job {
  return sendVerification.job(`signup-${id}`, { id });
}

export function signupJobs(core: Core): Pick<Feature, "workflows" | "schedules"> {
  const { mailer } = core;
  return {
    schedules: [cleanup(core)],
    ...(mailer && {
      workflows: [
        sendVerification.implement(async (verification, run) => {
          const { id } = verification;
          const outcome = await keepTrying(run, verification, mailer.retryMs, () => attemptOnce(core, mailer, id));
          if (outcome === "later") return;
          await run.step("forget", () => store.forgetToken(core.database.system, id));
        }),
      ],
    }),
  };
}

async function attemptOnce({ database, secrets, publicUrl }: Core, mailer: Mailer, id: string) {
  const signup = await store.unsentSignup(database.system, id);
  if (!signup?.token) return undefined;
  return mailer.send(letter(signup, `${publicUrl()}/signup/verify#token=${secrets.open(signup.token)}`));
}

function letter({ id, name, email, organization, tenant_id }: store.Addressee, url: string): Letter {
  return {
    to: { name, address: email },
    messageId: `<signup-${id}@opsplane>`,
    subject: "Confirm your email address for Opsplane",
    lines: [`Someone signed up ${organization} on Opsplane with this address. Confirm it to create the account.`],
    facts: [["Organization", tenant_id]],
    action: { label: "Confirm", url },
    footer: "The link is valid for 24 hours. If this was not you, ignore this email.",
  };
}

function cleanup({ database }: Core): Schedule {
  return {
    name: "signup.cleanup",
    everyMs: 3_600_000,
    runsOn: "one-worker",
    run: () => store.deleteOld(database.system),
  };
}
