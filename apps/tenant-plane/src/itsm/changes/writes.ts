import { type Change, changeEvents } from "@opsplane/contract";
import { type Db, fail, type WriteScope } from "@opsplane/runtime";
import { assertAssignable } from "../../records/assignee.ts";
import { assertIncidents, assertItems } from "../../records/references.ts";
import { defaultDefinition, keepDefinition } from "../approvals/store/definitions.ts";
import { type ApprovalState, blockedEntries, namedDefinition, startApproval } from "../approvals/writes.ts";
import { addEntries, moved } from "../timeline.ts";
import { authorsOf, setAuthors } from "./authors.ts";
import { assertWindow, type ChangePatch, firstStatus } from "./rules.ts";
import * as store from "./store.ts";

type NewChange = Omit<ChangePatch, "title" | "status" | "closure_notes" | "review_notes" | "review_status"> & {
  title: string;
  status?: "draft" | "pending_approval";
};

/** Who asks for a change: a person, or a job with the name of the person it works for. */
export interface ChangeAuthor {
  label: string;
  userId: string | null;
}

/** Creates a change and submits it if it should be. */
export async function openChange(
  write: WriteScope,
  fields: NewChange,
  author: ChangeAuthor,
  planAuthorIds: readonly string[] = [],
): Promise<Change> {
  const { db, actor, audit, announce } = write;
  const { type = "normal", requested_start = null, requested_end = null, ci_ids, incident_ids } = fields;
  assertWindow({ requested_start, requested_end });
  if (fields.assigned_to) await assertAssignable(db, fields.assigned_to);
  await assertDefinition(db, fields.workflow_definition_id);
  await assertLinks(db, fields);
  const id = await store.insertChange(db, {
    title: fields.title,
    description: fields.description ?? "",
    type,
    risk_level: fields.risk_level ?? "medium",
    status: firstStatus(type, fields.status),
    requested_start,
    requested_end,
    implementation_plan: fields.implementation_plan ?? "",
    rollback_plan: fields.rollback_plan ?? "",
    test_plan: fields.test_plan ?? "",
    requested_by: fields.requested_by ?? author.label,
    assigned_to: fields.assigned_to ?? null,
    workflow_definition_id: fields.workflow_definition_id ?? null,
    created_by: actor,
    created_by_id: author.userId,
  });
  if (planAuthorIds.length > 0) await setAuthors(db, id, planAuthorIds);
  if (ci_ids) await store.replaceItems(db, id, ci_ids);
  if (incident_ids) await store.replaceIncidents(db, id, incident_ids);
  await addEntries(db, "change", id, [{ kind: "created", actor, body: "Created.", changes: {} }]);
  const made = (await store.getChange(db, id)) ?? missing(id);
  if (made.status === "draft" && fields.status === "pending_approval") {
    const standing = await submit(write, made);
    await store.submitNew(db, id, standing?.id ?? null, statusAfter(standing));
    await addEntries(db, "change", id, [moved(actor, "draft", statusAfter(standing)), ...blockedEntries(standing)]);
  }
  const change = (await store.getChange(db, id)) ?? missing(id);
  audit({ target: target(change), after: change });
  announce(changeEvents.created, id, summary(change));
  return change;
}

/** The chain of a change: its own definition's, or the default's for its type. Undefined where there is neither. */
export async function submit(write: WriteScope, change: Change): Promise<ApprovalState | undefined> {
  const definition =
    (await namedDefinition(write.db, change.workflow_definition_id)) ??
    (await defaultDefinition(write.db, change.type));
  if (!definition) return undefined;
  return startApproval(write, definition, {
    type: "change",
    id: change.id,
    reference: change.reference,
    title: change.title,
    requestedBy: change.requested_by,
    requesterIds: await authorsOf(write.db, change),
  });
}

export function statusAfter(standing: ApprovalState | undefined): Change["status"] {
  return standing?.status === "approved" ? "approved" : "pending_approval";
}

export async function assertLinks(db: Db, { ci_ids = [], incident_ids = [] }: Partial<Change>): Promise<void> {
  await assertItems(db, ci_ids);
  await assertIncidents(db, incident_ids);
}

export async function assertDefinition(db: Db, id: string | null | undefined): Promise<void> {
  if (id && !(await keepDefinition(db, id))) fail("NOT_FOUND", `There is no approval definition ${id}.`);
}

export function summary({ reference, title, status, type, version }: Change) {
  return { reference, title, status, type, version };
}

export function target(change: Change) {
  return { type: "change", id: change.id, name: change.reference };
}

export function missing(id: string): never {
  return fail("NOT_FOUND", `There is no change ${id}.`);
}
