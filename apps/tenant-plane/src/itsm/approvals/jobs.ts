import { approvalEvents, type Blocked, type DirectoryUser } from "@opsplane/contract";
import {
  type Delivery,
  defineWorkflow,
  keepTrying,
  type Mailer,
  messageQueue,
  on,
  type Retried,
  sendToEach,
} from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { blockedLetter, outcomeLetter, turnLetter } from "./letters.ts";
import { reminders } from "./reminders.ts";
import { definitionWriters, peopleInTurn } from "./store/approvers.ts";
import { readSubject, type Subject } from "./store/instances.ts";

interface Approval extends Retried {
  tenantId: string;
  instanceId: string;
}

interface Turn extends Approval {
  step: number;
}

interface BlockedTurn extends Turn {
  reason: Blocked;
}

const askApprovers = defineWorkflow<Turn>("send-approval-turn", messageQueue);
const sendOutcome = defineWorkflow<Approval>("send-approval-outcome", messageQueue);
const reportBlocked = defineWorkflow<BlockedTurn>("send-approval-blocked", messageQueue);

const maxApprovers = 200;
const maxAdmins = 20;

/** Emails approvers when it is their turn, requesters about the outcome, and admins about steps without an eligible approver. */
export function approvalJobs(core: Core): Pick<Feature, "reactions" | "workflows" | "schedules"> {
  const { mailer, database, publicUrl } = core;
  if (!mailer) return {};
  const later = reminders(core);
  return {
    schedules: later.schedules,
    reactions: [
      on(approvalEvents.turn, ({ tenantId, subjectId: instanceId, data: { step } }) =>
        step === null ? [] : [askApprovers.job(`turn-${instanceId}-${step}`, { tenantId, instanceId, step })],
      ),
      on(approvalEvents.settled, ({ tenantId, subjectId: instanceId }) => [
        sendOutcome.job(`outcome-${instanceId}`, { tenantId, instanceId }),
      ]),
      on(approvalEvents.blocked, ({ tenantId, subjectId: instanceId, data: { step, reason } }) =>
        step === null
          ? []
          : [reportBlocked.job(`blocked-${instanceId}-${step}`, { tenantId, instanceId, step, reason })],
      ),
    ],
    workflows: [
      ...later.workflows,
      askApprovers.implement(async (turn, run) => {
        const people = await run.step("who", () =>
          peopleInTurn(database.tenant(turn.tenantId), turn.instanceId, turn.step, maxApprovers),
        );
        await sendToEach(run, turn, mailer.retryMs, people, (person) =>
          whileWaiting(core, mailer, turn, (subject) => turnLetter(publicUrl(), turn, subject, person)),
        );
      }),
      sendOutcome.implement(async (approval, run) => {
        await keepTrying(run, approval, mailer.retryMs, async () => {
          const subject = await readSubject(database.tenant(approval.tenantId), approval.instanceId);
          if (!subject?.email) return undefined;
          return mailer.send(outcomeLetter(publicUrl(), approval, subject, subject.email));
        });
      }),
      reportBlocked.implement(async (turn, run) => {
        const admins = await run.step("who", () => definitionWriters(database.tenant(turn.tenantId), maxAdmins));
        await sendToEach(run, turn, mailer.retryMs, admins, (admin: DirectoryUser) =>
          whileWaiting(core, mailer, turn, (subject) => blockedLetter(publicUrl(), turn, subject, admin)),
        );
      }),
    ],
  };
}

/** Sends only while the step still awaits its decision. */
async function whileWaiting(
  { database }: Core,
  mailer: Mailer,
  { tenantId, instanceId, step }: Turn,
  write: (subject: Subject) => Parameters<Mailer["send"]>[0],
): Promise<Delivery | undefined> {
  const subject = await readSubject(database.tenant(tenantId), instanceId);
  return subject?.current_step === step ? mailer.send(write(subject)) : undefined;
}
