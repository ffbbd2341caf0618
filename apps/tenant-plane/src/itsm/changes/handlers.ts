import { type Change, changeEvents, type operations } from "@opsplane/contract";
import {
  difference,
  type HandlersOf,
  type Principal,
  parseRange,
  type WriteContext,
  type WriteScope,
} from "@opsplane/runtime";
import { assertAssignable, wantedAssignee } from "../../records/assignee.ts";
import type { Settle } from "../approvals/handlers/instances.ts";
import { type ApprovalState, blockedEntries, cancelApproval } from "../approvals/writes.ts";
import { assertPerson } from "../four-eyes.ts";
import { addEntries, assigned, comment, commented, edited, listEntries, moved } from "../timeline.ts";
import { addAuthor, assertNotOwn, clearAuthors } from "./authors.ts";
import { calendarOf, conflictsOf } from "./conflicts.ts";
import { patched, planFields, settled, submits, touchedPlan } from "./rules.ts";
import * as store from "./store.ts";
import { assertDefinition, assertLinks, missing, openChange, statusAfter, submit, summary, target } from "./writes.ts";

export const changeHandlers: HandlersOf<typeof operations.changes> = {
  list: ({ db, query, principal, now }) => {
    const {
      assigned_to,
      requested_by,
      sort = "-created_at",
      limit = 50,
      offset = 0,
      from: _f,
      to: _t,
      ...rest
    } = query;
    return store.listChanges(db, {
      ...rest,
      ...parseRange(query, now),
      ...wantedAssignee(assigned_to, principal),
      ...(requested_by === undefined ? {} : { requestedBy: [requested_by === "me" ? principal.label : requested_by] }),
      sort,
      limit,
      offset,
    });
  },

  get: async ({ db, params }) => (await store.getChange(db, params.id)) ?? missing(params.id),

  calendar: ({ db, query, now }) => {
    const { from = now, to = now } = parseRange(query, now);
    return calendarOf(db, from, to);
  },

  conflicts: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const change = (await store.getChange(db, params.id)) ?? missing(params.id);
    const found = await conflictsOf(db, change.id);
    return { items: found.slice(offset, offset + limit), total: found.length };
  },

  create: (context) => openChange(context, context.body, context.principal),

  update: async (context) => {
    const { db, params, body, principal, now, audit, assertUnchanged } = context;
    const change = (await store.lockChange(db, params.id)) ?? missing(params.id);
    assertUnchanged(change);
    if (body.assigned_to && body.assigned_to !== change.assigned_to) await assertAssignable(db, body.assigned_to);
    if (body.workflow_definition_id !== change.workflow_definition_id)
      await assertDefinition(db, body.workflow_definition_id);
    await assertLinks(db, body);
    const { note, ...patch } = body;
    const wanted = patched(change, patch, now);
    await watchOver(context, change, wanted);
    const { next, standing } = await withApproval(context, change, wanted);
    await store.updateChange(db, next);
    if (body.ci_ids) await store.replaceItems(db, change.id, body.ci_ids);
    if (body.incident_ids) await store.replaceIncidents(db, change.id, body.incident_ids);
    const updated = (await store.getChange(db, change.id)) ?? missing(params.id);
    await addEntries(db, "change", change.id, [
      ...entriesOf(principal, change, updated, note),
      ...blockedEntries(standing),
    ]);
    audit({ target: target(updated), ...difference(change, updated) });
    announceChange(context, updated);
    return updated;
  },

  timeline: async ({ db, params, query }) => {
    const change = (await store.getChange(db, params.id)) ?? missing(params.id);
    return listEntries(db, change.id, query);
  },

  comment: async (context) => {
    const { db, params, body } = context;
    const change = (await store.getChange(db, params.id)) ?? missing(params.id);
    return comment(context, "change", change, body.body);
  },
};

/** The four-eyes rule: records the authors of the plan, and refuses their own approval or review. */
async function watchOver({ db, principal }: WriteContext, before: Change, next: Change): Promise<void> {
  const decided = before.status === "pending_approval" && before.status !== next.status ? next.status : undefined;
  if (decided === "rejected") assertPerson(principal);
  if (decided === "approved") {
    await assertNotOwn(db, before, principal, "approve");
    await clearAuthors(db, before.id);
  }
  if (before.review_status === "pending" && next.review_status !== "pending")
    await assertNotOwn(db, before, principal, "review");
  if (touchedPlan(before, next).length > 0 || submits(before, next)) await addAuthor(db, before.id, principal.userId);
}

/** Starts or cancels the approval chain as the move requires. */
async function withApproval(
  context: WriteContext,
  before: Change,
  next: Change,
): Promise<{ next: Change; standing?: ApprovalState | undefined }> {
  if (before.status === next.status) return { next };
  if (next.status === "draft" || next.status === "cancelled") {
    await cancelApproval(context, before.id);
    return { next };
  }
  if (next.status === "pending_approval") {
    const standing = await submit(context, next);
    const workflow_instance_id = standing?.id ?? null;
    return { next: { ...next, workflow_instance_id, status: statusAfter(standing) }, standing };
  }
  if (next.status === "implementing" && before.status === "draft") {
    const standing = await submit(context, next);
    const workflow_instance_id = standing?.id ?? null;
    return { next: { ...next, workflow_instance_id, review_status: reviewAfter(standing) }, standing };
  }
  return { next };
}

function reviewAfter(standing: ApprovalState | undefined): Change["review_status"] {
  return standing?.status === "approved" ? "accepted" : "pending";
}

/** Applies the outcome of a change's approval. */
export const settleChange: Settle = async (write, id, outcome, actor) => {
  const change = await store.lockChange(write.db, id);
  const next = change && settled(change, outcome);
  if (!change || !next) return;
  await store.updateChange(write.db, next);
  if (next.status === "approved") await clearAuthors(write.db, id);
  const entries =
    next.status === change.status
      ? edited(actor, change, next, ["review_status"])
      : [moved(actor, change.status, next.status)];
  await addEntries(write.db, "change", id, entries);
  announceChange(write, { ...next, version: change.version + 1 });
};

const editedFields = [
  ...planFields.filter((field) => field !== "ci_ids"),
  "closure_notes",
  "review_status",
  "review_notes",
] as const;

function entriesOf({ label }: Principal, before: Change, after: Change, note: string | undefined) {
  const named = (change: Change) => ({
    ...change,
    items: change.items.map(({ name }) => name),
    incidents: change.incidents.map(({ reference }) => reference),
  });
  const move = before.status === after.status ? [] : [moved(label, before.status, after.status, note)];
  const said = before.status === after.status && note ? [commented(label, note)] : [];
  return [
    ...move,
    ...assigned(label, before, after),
    ...edited(label, named(before), named(after), [...editedFields, "items", "incidents"]),
    ...said,
  ];
}

function announceChange({ announce }: WriteScope, change: Change): void {
  announce(changeEvents.updated, change.id, summary(change));
}
