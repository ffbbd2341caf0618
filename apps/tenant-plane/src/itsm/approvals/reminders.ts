import { approvalEvents } from "@opsplane/contract";
import { defineWorkflow, on, type Reaction, type Signal, sendToEach, type WorkflowRun } from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { reminderLetter } from "./letters.ts";
import { peopleInTurn } from "./store/approvers.ts";
import { readSubject } from "./store/instances.ts";

interface Pending {
  tenantId: string;
  instanceId: string;
  step: number;
}

/** The step whose turn it is now; null when the approval is over. */
interface Moved {
  step: number | null;
}

// These wait for days, so they have a queue of their own.
const remindApprovers = defineWorkflow<Pending>("remind-approvers", { name: "reminders", concurrency: 1_000 });
const remindersForStep = 3;
const maxApprovers = 200;
const topic = "moved";
const longestMs = 30 * 86_400_000;

/** Writes again to approvers who have not decided after some time. A decision ends the wait. */
export function reminders(core: Core): Pick<Feature, "reactions" | "workflows"> {
  const afterMs = core.config.approvalReminderSeconds * 1000;
  if (!core.mailer || afterMs === 0) return {};
  const moved = (instanceId: string, message: Moved): Signal => ({ to: workflowId(instanceId), topic, message });
  const reactions: Reaction[] = [
    on(approvalEvents.turn, ({ tenantId, subjectId: instanceId, data: { step } }) =>
      step === null
        ? []
        : [remindApprovers.job(workflowId(instanceId), { tenantId, instanceId, step }), moved(instanceId, { step })],
    ),
    on(approvalEvents.settled, ({ subjectId }) => [moved(subjectId, { step: null })]),
    on(approvalEvents.updated, ({ subjectId, data: { status } }) =>
      status === "cancelled" ? [moved(subjectId, { step: null })] : [],
    ),
  ];
  return { reactions, workflows: [remindApprovers.implement((pending, run) => remind(core, afterMs, pending, run))] };
}

const workflowId = (instanceId: string) => `remind-${instanceId}`;

async function remind(core: Core, afterMs: number, { tenantId, instanceId, step }: Pending, run: WorkflowRun) {
  let [current, sent] = [step, 0];
  for (;;) {
    const moved = await run.waitFor<Moved>(topic, sent < remindersForStep ? afterMs : longestMs);
    if (moved && moved.step !== null) {
      if (moved.step !== current) [current, sent] = [moved.step, 0];
    } else if (moved || sent === remindersForStep) return;
    else {
      sent += 1;
      await sendReminders(core, { tenantId, instanceId, step: current }, sent, run);
    }
  }
}

async function sendReminders(
  { database, mailer, publicUrl }: Core,
  { tenantId, instanceId, step }: Pending,
  number: number,
  run: WorkflowRun,
): Promise<void> {
  if (!mailer) return;
  const db = database.tenant(tenantId);
  const people = await run.step(`who ${step} ${number}`, () => peopleInTurn(db, instanceId, step, maxApprovers));
  await sendToEach(run, mailer.retryMs, people, async (person) => {
    const subject = await readSubject(db, instanceId);
    if (subject?.current_step !== step) return undefined;
    return mailer.send(reminderLetter(publicUrl(), { instanceId, step, number }, subject, person));
  });
}
