import type { DirectoryUser } from "@opsplane/contract";
import {
  type Database,
  type DomainEvent,
  type Reaction,
  sql,
  type Workflow,
  type WorkflowRun,
} from "@opsplane/runtime";
import { peopleInTurn } from "../itsm/index.ts";
import { type Attempt, keepTrying } from "./keep-trying.ts";
import type { Letter, Mailer } from "./mailer.ts";

// Whoever's turn it is hears of it, and whoever asked hears how it ended.

export interface Turn {
  tenantId: string;
  instanceId: string;
  step: number;
}

interface Outcome {
  tenantId: string;
  instanceId: string;
}

export const turnWorkflow = "send-approval-turn";
export const outcomeWorkflow = "send-approval-outcome";

export const onTurn: Reaction = (tenantId, { type, subjectId, data }: DomainEvent) => {
  if (type !== "approval.turn" || typeof data.step !== "number") return undefined;
  const input: Turn = { tenantId, instanceId: subjectId, step: data.step };
  return { workflow: turnWorkflow, id: `turn-${subjectId}-${data.step}`, input };
};

export const onSettled: Reaction = (tenantId, { type, subjectId }) => {
  if (type !== "approval.settled") return undefined;
  const input: Outcome = { tenantId, instanceId: subjectId };
  return { workflow: outcomeWorkflow, id: `outcome-${subjectId}`, input };
};

export interface ApprovalMailServices {
  database: Database;
  mailer: Mailer;
  publicUrl(): string;
  retryMs: number;
}

export function sendTurn(services: ApprovalMailServices): Workflow<Turn> {
  return async (turn, run) => {
    const people = await run.step("who", () => inTurn(services, turn));
    await sendToEach(run, services, people, (person) => askOne(services, turn, person));
  };
}

/** One letter a person: those to whom it could not be handed over are tried again, the others are not written to twice. */
export async function sendToEach(
  run: WorkflowRun,
  { retryMs }: ApprovalMailServices,
  people: readonly DirectoryUser[],
  send: (person: DirectoryUser) => Promise<Attempt>,
): Promise<void> {
  let waiting = people;
  await keepTrying(run, retryMs, async (attempt) => {
    const left: DirectoryUser[] = [];
    for (const person of waiting) {
      const outcome = await run.step(`send ${attempt} to ${person.id}`, () => send(person));
      if (outcome === "try again") left.push(person);
    }
    waiting = left;
    return left.length === 0 ? "done" : "try again";
  });
}

const maxAsked = 200;

function inTurn({ database }: ApprovalMailServices, { tenantId, instanceId, step }: Turn): Promise<DirectoryUser[]> {
  return peopleInTurn(database.tenant(tenantId), instanceId, step, maxAsked);
}

async function askOne(services: ApprovalMailServices, turn: Turn, person: DirectoryUser): Promise<Attempt> {
  const subject = await readSubject(services, turn);
  // Decided in the meantime: nothing to ask any more.
  if (!subject || subject.current_step !== turn.step) return "done";
  const sent = await services.mailer.send(question(services, turn, subject, person));
  return sent === "unreachable" ? "try again" : "done";
}

export function sendOutcome(services: ApprovalMailServices): Workflow<Outcome> {
  return async (outcome, run) => {
    await keepTrying(run, services.retryMs, (attempt) =>
      run.step(`send ${attempt}`, async (): Promise<Attempt> => {
        const subject = await readSubject(services, outcome);
        if (!subject?.email) return "done";
        const sent = await services.mailer.send(answer(services, outcome, subject, subject.email));
        return sent === "unreachable" ? "try again" : "done";
      }),
    );
  };
}

export interface Subject {
  subject_type: "change" | "request";
  reference: string;
  title: string;
  requested_by: string;
  status: string;
  current_step: number | null;
  tenant: string;
  /** Of whoever asked, if they are a user. */
  email: string | null;
  name: string | null;
  last_comment: string | null;
  last_by: string | null;
}

export function readSubject(
  { database }: ApprovalMailServices,
  { tenantId, instanceId }: Outcome,
): Promise<Subject | undefined> {
  return database.tenant(tenantId).first(sql`
    select instance.subject_type, instance.subject_reference as reference, instance.subject_title as title, instance.requested_by,
      instance.status, instance.current_step, tenants.name as tenant, person.email, person.name,
      instance.step_results -> -1 ->> 'comment' as last_comment, instance.step_results -> -1 ->> 'decided_by' as last_by
    from approval_instances instance join tenants on tenants.id = instance.tenant_id
    left join users person on person.tenant_id = instance.tenant_id and person.email = lower(instance.requested_by) and person.disabled_at is null
    where instance.id = ${instanceId}`);
}

function question({ publicUrl }: ApprovalMailServices, turn: Turn, subject: Subject, person: DirectoryUser): Letter {
  return {
    to: { name: person.name, address: person.email },
    messageId: `<turn-${turn.instanceId}-${turn.step}-${person.id}@opsplane>`,
    subject: `Your approval: ${subject.reference} ${subject.title}`,
    text: `Hello ${person.name},

${subject.requested_by} asks for your approval.

  ${subject.reference}  ${subject.title}
  Where      ${publicUrl()}${pageOf(subject)}
  All yours  ${publicUrl()}/approvals
`,
  };
}

function answer({ publicUrl }: ApprovalMailServices, { instanceId }: Outcome, subject: Subject, email: string): Letter {
  const comment = subject.last_comment ? `\n\n  ${subject.last_by}: ${subject.last_comment}` : "";
  return {
    to: { name: subject.name ?? email, address: email },
    messageId: `<outcome-${instanceId}@opsplane>`,
    subject: `${subject.status === "approved" ? "Approved" : "Rejected"}: ${subject.reference} ${subject.title}`,
    text: `Hello ${subject.name ?? email},

${subject.reference} (${subject.title}) was ${subject.status}.${comment}

  ${publicUrl()}${pageOf(subject)}
`,
  };
}

export function pageOf({ subject_type, reference }: Subject): string {
  return `/${subject_type}s/${reference}`;
}
