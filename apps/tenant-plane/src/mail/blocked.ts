import type { Blocked, DirectoryUser } from "@opsplane/contract";
import type { DomainEvent, Reaction, Workflow } from "@opsplane/runtime";
import { definitionWriters } from "../itsm/index.ts";
import { type ApprovalMailServices, pageOf, readSubject, type Subject, sendToEach, type Turn } from "./approvals.ts";
import type { Attempt } from "./keep-trying.ts";
import type { Letter } from "./mailer.ts";

interface BlockedApproval extends Turn {
  reason: Blocked;
}

export const blockedWorkflow = "send-approval-blocked";

export const onBlocked: Reaction = (tenantId, { type, subjectId, data }: DomainEvent) => {
  if (type !== "approval.blocked" || typeof data.step !== "number") return undefined;
  const reason: Blocked = data.reason === "only_requester" ? "only_requester" : "no_approver";
  const input: BlockedApproval = { tenantId, instanceId: subjectId, step: data.step, reason };
  return { workflow: blockedWorkflow, id: `blocked-${subjectId}-${data.step}`, input };
};

const maxAdmins = 20;

/** A step that nobody can decide: those who can change the approvers learn of it. */
export function sendBlocked(services: ApprovalMailServices): Workflow<BlockedApproval> {
  return async (blocked, run) => {
    const admins = await run.step("who", () =>
      definitionWriters(services.database.tenant(blocked.tenantId), maxAdmins),
    );
    await sendToEach(run, services, admins, (admin) => notifyOne(services, blocked, admin));
  };
}

async function notifyOne(
  services: ApprovalMailServices,
  blocked: BlockedApproval,
  admin: DirectoryUser,
): Promise<Attempt> {
  const subject = await readSubject(services, blocked);
  // The step was decided or withdrawn since.
  if (!subject || subject.current_step !== blocked.step) return "done";
  const sent = await services.mailer.send(letter(services, blocked, subject, admin));
  return sent === "unreachable" ? "try again" : "done";
}

const reasons: Record<Blocked, string> = {
  only_requester: "Nobody but the requester can decide this step.",
  no_approver: "Nobody can decide this step.",
};

function letter(
  { publicUrl }: ApprovalMailServices,
  blocked: BlockedApproval,
  subject: Subject,
  admin: DirectoryUser,
): Letter {
  return {
    to: { name: admin.name, address: admin.email },
    messageId: `<blocked-${blocked.instanceId}-${blocked.step}-${admin.id}@opsplane>`,
    subject: `Approval blocked: ${subject.reference} ${subject.title}`,
    text: `Hello ${admin.name},

${subject.reference} (${subject.title}) waits for step ${blocked.step} of its approval.
${reasons[blocked.reason]} Change the approvers so that it can go on.

  ${publicUrl()}${pageOf(subject)}
`,
  };
}
