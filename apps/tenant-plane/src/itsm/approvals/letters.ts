import type { Blocked, DirectoryUser, SubjectType } from "@opsplane/contract";
import type { Letter } from "@opsplane/runtime";
import type { Subject } from "./store/instances.ts";

interface Turn {
  instanceId: string;
  step: number;
}

export function turnLetter(baseUrl: string, turn: Turn, subject: Subject, person: DirectoryUser): Letter {
  return {
    to: { name: person.name, address: person.email },
    messageId: `<turn-${turn.instanceId}-${turn.step}-${person.id}@opsplane>`,
    subject: `Your approval: ${subject.reference} ${subject.title}`,
    lines: [`${subject.requested_by} asks for your approval.`],
    facts: [
      [subject.reference, subject.title],
      ["All your approvals", `${baseUrl}/approvals`],
    ],
    action: { label: "Review and decide", url: pageOf(baseUrl, subject) },
  };
}

export function reminderLetter(
  baseUrl: string,
  { instanceId, step, number }: Turn & { number: number },
  subject: Subject,
  person: DirectoryUser,
): Letter {
  return {
    ...turnLetter(baseUrl, { instanceId, step }, subject, person),
    messageId: `<reminder-${instanceId}-${step}-${number}-${person.id}@opsplane>`,
    subject: `Reminder: ${subject.reference} ${subject.title}`,
    lines: [`${subject.requested_by} still waits for your approval.`],
  };
}

export function outcomeLetter(
  baseUrl: string,
  { instanceId }: { instanceId: string },
  subject: Subject,
  email: string,
): Letter {
  const comment = subject.last_comment ? [`${subject.last_by}: ${subject.last_comment}`] : [];
  return {
    to: { name: subject.name ?? email, address: email },
    messageId: `<outcome-${instanceId}@opsplane>`,
    subject: `${subject.status === "approved" ? "Approved" : "Rejected"}: ${subject.reference} ${subject.title}`,
    lines: [`${subject.reference} (${subject.title}) was ${subject.status}.`, ...comment],
    action: { label: `Open ${subject.reference}`, url: pageOf(baseUrl, subject) },
  };
}

const reasons: Record<Blocked, string> = {
  only_requester: "The requester is the only approver of this step.",
  no_approver: "This step has no eligible approver.",
};

export function blockedLetter(
  baseUrl: string,
  blocked: Turn & { reason: Blocked },
  subject: Subject,
  admin: DirectoryUser,
): Letter {
  return {
    to: { name: admin.name, address: admin.email },
    messageId: `<blocked-${blocked.instanceId}-${blocked.step}-${admin.id}@opsplane>`,
    subject: `Approval blocked: ${subject.reference} ${subject.title}`,
    lines: [
      `${subject.reference} (${subject.title}) waits for step ${blocked.step} of its approval.`,
      `${reasons[blocked.reason]} Change the approvers to unblock it.`,
    ],
    action: { label: `Open ${subject.reference}`, url: pageOf(baseUrl, subject) },
  };
}

const pages: Record<SubjectType, string> = {
  change: "changes",
  request: "requests",
  execution: "executions",
  workflow_run: "workflows/runs",
};

function pageOf(baseUrl: string, { subject_type, reference }: Subject): string {
  return `${baseUrl}/${pages[subject_type]}/${reference}`;
}
