import { type NoticeKind, subscriptionEvents } from "@opsplane/contract/control-plane";
import {
  defineWorkflow,
  dueWork,
  type Mailer,
  messageQueue,
  on,
  type Retried,
  type Schedule,
  sendToEach,
} from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { advance, readSubscription } from "./changes.ts";
import { noticeLetter } from "./letters.ts";
import { dueTenants, noticeRecipients } from "./store.ts";

interface NoticeJob extends Retried {
  id: string;
  tenantId: string;
  kind: NoticeKind;
}

const sendNotice = defineWorkflow<NoticeJob>("send-subscription-notice", messageQueue);

export function subscriptionJobs(core: Core): Pick<Feature, "reactions" | "workflows" | "schedules"> {
  const { mailer } = core;
  return { schedules: [stages(core)], ...(mailer ? notices(core, mailer) : {}) };
}

/** Gives notices, suspends and cancels when they are due. A change is one transaction, so a crash repeats or loses nothing. */
function stages(core: Core): Schedule {
  return dueWork(core, {
    ...{ name: "subscriptions.stages", everyMs: 5_000, due: dueTenants },
    perform: ({ tenantId }) => core.asAutomation(tenantId, "subscriptions.stage", (write) => advance(write, tenantId)),
  });
}

function notices(core: Core, mailer: Mailer): Pick<Feature, "reactions" | "workflows"> {
  return {
    reactions: [
      on(subscriptionEvents.noticed, ({ data: { notice_id: id, tenant_id: tenantId, kind } }) => [
        sendNotice.job(`notice-${id}`, { id, tenantId, kind }),
      ]),
    ],
    workflows: [
      sendNotice.implement(async (notice, run) => {
        const { tenantId } = notice;
        const db = core.database.tenant(tenantId);
        const written = await run.step("read", async () => {
          const subscription = await readSubscription({ db, now: core.clock.now() }, tenantId);
          return subscription && { subscription, recipients: await noticeRecipients(db, tenantId) };
        });
        if (!written) return;
        const { subscription, recipients } = written;
        await sendToEach(run, notice, mailer.retryMs, recipients, (recipient) =>
          mailer.send(noticeLetter(notice, subscription, recipient, core.publicUrl())),
        );
      }),
    ],
  };
}
