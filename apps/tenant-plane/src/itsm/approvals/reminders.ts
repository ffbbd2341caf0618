import {
  defineWorkflow,
  messageQueue,
  type Retried,
  type Schedule,
  sendToEach,
  type Workflow,
} from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { reminderLetter } from "./letters.ts";
import { peopleInTurn } from "./store/approvers.ts";
import { readSubject, takeUnreminded } from "./store/instances.ts";

interface Reminder extends Retried {
  tenantId: string;
  instanceId: string;
  step: number;
  number: number;
}

const sendReminder = defineWorkflow<Reminder>("send-approval-reminder", messageQueue);
const remindersForStep = 3;
const maxApprovers = 200;
const batch = 200;

/** Writes again to approvers who have not decided after some time, up to three times for each step. */
export function reminders(core: Core): { workflows: Workflow[]; schedules: Schedule[] } {
  const { mailer, database, enqueue, publicUrl, config } = core;
  const afterSeconds = config.approvalReminderSeconds;
  if (!mailer || afterSeconds === 0) return { workflows: [], schedules: [] };
  const due: Schedule = {
    name: "approvals.reminders",
    everyMs: 5_000,
    runsOn: "one-worker",
    run: async () => {
      await database.inSystem(async (tx) => {
        for (const found of await takeUnreminded(tx, { afterSeconds, most: remindersForStep, batch })) {
          const { tenant_id: tenantId, id: instanceId, step, number } = found;
          await enqueue(
            tx,
            sendReminder.job(`remind-${instanceId}-${step}-${number}`, { tenantId, instanceId, step, number }),
          );
        }
      });
    },
  };
  const send = sendReminder.implement(async (reminder, run) => {
    const { tenantId, instanceId, step } = reminder;
    const db = database.tenant(tenantId);
    const people = await run.step("who", () => peopleInTurn(db, instanceId, step, maxApprovers));
    await sendToEach(run, reminder, mailer.retryMs, people, async (person) => {
      const subject = await readSubject(db, instanceId);
      if (subject?.current_step !== step) return undefined;
      return mailer.send(reminderLetter(publicUrl(), reminder, subject, person));
    });
  });
  return { workflows: [send], schedules: [due] };
}
