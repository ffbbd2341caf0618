import { type FailedWork, type WorkKind, workKinds } from "@opsplane/contract";

interface KindWords {
  /** What is done. */
  title: string;
  /** What does not happen when the work is given up. */
  lost: string;
  /** The record whose id is the first one in `work_id`, where it has a page. */
  about?: Subject;
}

export type Subject = "alert" | "incident" | "request" | "run" | "runbook" | "workflow";

const words: Record<WorkKind, KindWords> = {
  "agents.overdue": {
    title: "End of a command that no agent finished",
    lost: "The command stays open, and its step waits until the timeout of its run.",
  },
  "alerts.mute": {
    title: "Muting of alerts when a silence begins",
    lost: "Alerts that already fire when a silence or a maintenance window begins are never muted by it.",
  },
  "alerts.mutes": {
    title: "End of an alert's mute",
    lost: "The alert stays muted after its silence, maintenance window or change has ended.",
    about: "alert",
  },
  "alerts.quiet": {
    title: "End of a flapping alert",
    lost: "The alert keeps firing until its sender resolves it or you do.",
    about: "alert",
  },
  "analyze-incident": {
    title: "Root cause analysis of an incident",
    lost: "The incident gets no automatic analysis. You can still start one on its page.",
    about: "incident",
  },
  "cancel-child-run": {
    title: "Cancellation of an execution that another run started",
    lost: "The execution goes on, although the run that started it was cancelled.",
    about: "run",
  },
  "end-child-run": {
    title: "Result of an execution for the run that started it",
    lost: "The run that started the execution waits for its result until its timeout.",
    about: "run",
  },
  "execute-for-request": {
    title: "Execution of a request's runbook",
    lost: "The runbook that fulfills the request is not executed.",
    about: "request",
  },
  "fulfil-request": {
    title: "Start of a request's fulfillment",
    lost: "The request stays approved, and its fulfillment does not begin by itself.",
    about: "request",
  },
  "itsm.breaches": {
    title: "Check of a request's target time",
    lost: "The request is not marked as past its target time.",
    about: "request",
  },
  "oncall-notification": {
    title: "Message of an on-call page",
    lost: "This attempt ends. The message gets another one while its page waits for an answer.",
  },
  "oncall-page": {
    title: "Page for a new incident",
    lost: "Nobody is paged for the incident.",
    about: "incident",
  },
  "oncall-page-again": {
    title: "Another page for an incident",
    lost: "Nobody is paged again for the incident.",
  },
  "oncall-page-ended": {
    title: "Announcement of a page's end",
    lost: "Webhooks and open browsers do not hear that the page ended. The page itself has ended.",
  },
  "oncall.escalation": {
    title: "Next step of an on-call page",
    lost: "The page stops at this step, and nobody else is paged. Page someone on the page of the incident.",
  },
  "oncall.reach": {
    title: "Check whom an on-call page reached",
    lost: "Nobody else is paged at once when the messages failed, and the incident is not marked as unanswered.",
  },
  "run-step": {
    title: "Step of a runbook or workflow",
    lost: "The step counts as failed, and its run goes on from there.",
    about: "run",
  },
  "runbooks.flags": {
    title: "Check of a published runbook",
    lost: "Steps of the runbook that would fail are no longer found.",
    about: "runbook",
  },
  "runs.due": {
    title: "End of a step's wait",
    lost: "The step waits until the timeout of its run.",
    about: "run",
  },
  "runs.lost": {
    title: "End of a step that was interrupted",
    lost: "The step is shown as running until the timeout of its run.",
    about: "run",
  },
  "runs.overdue": {
    title: "Timeout of a run",
    lost: "The run is not ended by its timeout. You can cancel it.",
    about: "run",
  },
  "send-approval-blocked": {
    title: "Mail about an approval that nobody can decide",
    lost: "Administrators get no mail that the approval is blocked.",
  },
  "send-approval-outcome": {
    title: "Mail about a decided approval",
    lost: "The person who asked for the approval gets no mail about its outcome.",
  },
  "send-approval-reminder": {
    title: "Reminder of an approval",
    lost: "The approvers are not reminded. The approval still waits for them.",
  },
  "send-approval-turn": {
    title: "Mail to the approvers of a step",
    lost: "The approvers get no mail. The approval still waits for them.",
  },
  "send-entitlement-state": {
    title: "Mail about the state of the license",
    lost: "Administrators get no mail about this change.",
  },
  "send-report": {
    title: "Mails of a report",
    lost: "Those who did not get this report yet do not get it by mail. Its run can still be opened.",
  },
  "send-run-notification": {
    title: "Message of a notification step",
    lost: "Those who did not get the message yet do not get it.",
    about: "run",
  },
  "start-workflow": {
    title: "Start of a workflow by its trigger",
    lost: "The workflow does not run for this event.",
    about: "workflow",
  },
  "suggest-runbooks": {
    title: "Runbook suggestions for an incident",
    lost: "The incident gets no automatic suggestions.",
    about: "incident",
  },
  "webhook-attempt": {
    title: "Delivery to a webhook",
    lost: "This attempt ends. The delivery gets further attempts until 24 hours have passed.",
  },
  "write-report": {
    title: "Scheduled run of a report",
    lost: "The report is not written for this date, and nobody gets it.",
  },
};

/** A newer server may have kinds that this page does not know. */
function wordsOfKind(kind: string): KindWords {
  const known = workKinds.find((each) => each === kind);
  return known ? words[known] : { title: kind, lost: "The work is not done." };
}

export const kindTitle = (kind: string) => wordsOfKind(kind).title;
export const lostText = (kind: string) => wordsOfKind(kind).lost;

const anId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The record that the work is about, where it has a page. */
export function subjectOf({ kind, work_id }: Pick<FailedWork, "kind" | "work_id">) {
  const { about } = wordsOfKind(kind);
  const id = anId.exec(work_id)?.[0];
  return about && id ? { about, id } : undefined;
}
