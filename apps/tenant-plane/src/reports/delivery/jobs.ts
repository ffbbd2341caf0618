import { reportEvents } from "@opsplane/contract";
import {
  type Delivery,
  defineWorkflow,
  type Mailer,
  messageQueue,
  on,
  type Retried,
  sendToEach,
} from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { outputFile } from "../rules.ts";
import { readOutput } from "../store.ts";
import { reportLetter } from "./letter.ts";
import * as store from "./store.ts";
import { unsubscribeToken } from "./token.ts";

interface Sent extends Retried {
  tenantId: string;
  reportId: string;
  runId: string;
}

const sendReport = defineWorkflow<Sent>("send-report", messageQueue);

/** Mail servers refuse much more. */
const maxAttachmentBytes = 10 * 1024 * 1024;

/** Mails each scheduled report to its distribution lists. */
export function deliveryJobs(core: Core): Pick<Feature, "reactions" | "workflows"> {
  const { mailer, database } = core;
  if (!mailer) return {};
  return {
    reactions: [
      on(reportEvents.ran, ({ tenantId, subjectId: reportId, data: { run_id, trigger, status } }) =>
        trigger === "schedule" && status === "succeeded"
          ? [sendReport.job(`report-${run_id}`, { tenantId, reportId, runId: run_id })]
          : [],
      ),
    ],
    workflows: [
      sendReport.implement(async (sent, run) => {
        const people = await run.step("who", () =>
          store.activeRecipients(database.tenant(sent.tenantId), sent.reportId),
        );
        const receivers = people.map(({ id, email, name }) => ({
          id: `${id} ${email}`,
          subscriptionId: id,
          email,
          name,
        }));
        const attached = attachmentOf(core, sent);
        await sendToEach(run, sent, mailer.retryMs, receivers, (receiver) =>
          deliver(core, mailer, sent, receiver, attached),
        );
      }),
    ],
  };
}

/** Reads the output once for all recipients; undefined when it is too large for mail. */
function attachmentOf({ database }: Core, { tenantId, runId }: Sent) {
  let content: Promise<Buffer> | undefined;
  return async (size: number) => {
    if (size > maxAttachmentBytes) return undefined;
    content ??= readOutput(database.tenant(tenantId), runId, size);
    return content;
  };
}

/** One address that is refused stops only its own mail. */
async function deliver(
  { database, secrets, publicUrl }: Core,
  mailer: Mailer,
  { tenantId, reportId, runId }: Sent,
  { subscriptionId, email, name }: { subscriptionId: string; email: string; name: string },
  attached: (size: number) => Promise<Buffer | undefined>,
): Promise<Delivery | undefined> {
  const db = database.tenant(tenantId);
  const run = await store.deliveredRun(db, runId);
  if (!run || !(await store.isActive(db, subscriptionId, email))) return undefined;
  const file = outputFile(reportId, run.format);
  const content = await attached(run.size);
  const outcome = await mailer.send(
    reportLetter(run, {
      ...{ baseUrl: publicUrl(), runId, email, name },
      token: unsubscribeToken(secrets, { tenantId, subscriptionId, email }),
      attachment: content && { name: file.name, mediaType: file.mediaType, content },
    }),
  );
  if (outcome === "accepted") await store.noteDelivery(db, reportId, email, { state: "active", error: null });
  if (outcome === "refused")
    await store.noteDelivery(db, reportId, email, {
      ...{ state: "bouncing", error: "The mail server refused the address for good." },
    });
  return outcome;
}
