import { type operations, requestEvents, type ServiceRequest } from "@opsplane/contract";
import { difference, fail, type HandlersOf, invalid, parseRange, type WriteScope } from "@opsplane/runtime";
import { assertAssignable, wantedAssignee } from "../../records/assignee.ts";
import type { Settle } from "../approvals/handlers/instances.ts";
import { blockedEntries, cancelApproval, namedDefinition, startApproval } from "../approvals/writes.ts";
import { getItem } from "../catalog/store.ts";
import { userNamed } from "../requesters.ts";
import { addEntries, assigned, comment, commented, edited, listEntries, moved } from "../timeline.ts";
import { assertInputs, patched, settled, targetOf } from "./rules.ts";
import * as store from "./store.ts";

export const requestHandlers: HandlersOf<typeof operations.requests> = {
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
    const { userId, label } = principal;
    return store.listRequests(db, {
      ...rest,
      ...parseRange(query, now),
      ...wantedAssignee(assigned_to, principal),
      ...(requested_by === undefined
        ? {}
        : { requestedBy: requested_by === "me" ? { userId, label } : { written: requested_by } }),
      sort,
      limit,
      offset,
    });
  },

  get: async ({ db, params }) => (await store.getRequest(db, params.id)) ?? missing(params.id),

  create: async (context) => {
    const { db, body, principal, now, audit, announce } = context;
    const item =
      (await getItem(db, body.catalog_item_id)) ??
      fail("NOT_FOUND", `There is no catalog item ${body.catalog_item_id}.`);
    if (!item.enabled) invalid("catalog_item_id", `names '${item.name}', which is disabled and cannot be requested`);
    const inputs = body.inputs ?? {};
    assertInputs(item.form, inputs);
    const requested_by = body.requested_by ?? principal.label;
    const requester_id = body.requested_by === undefined ? principal.userId : await userNamed(db, requested_by);
    const id = await store.insertRequest(db, {
      catalog_item_id: item.id,
      title: item.name,
      category: item.category,
      form: item.form,
      inputs,
      requested_by,
      requester_id,
      created_by: principal.label,
      created_by_id: principal.userId,
      fulfillment_type: item.fulfillment_type,
      fulfillment_config: item.fulfillment_config,
      target_at: targetOf(item.target_hours, now),
    });
    await addEntries(db, "request", id, [{ kind: "created", actor: principal.label, body: "Submitted.", changes: {} }]);
    const { reference } = (await store.getRequest(db, id)) ?? missing(id);
    const definition = await namedDefinition(db, item.workflow_definition_id);
    const approval =
      definition &&
      (await startApproval(context, definition, {
        type: "request",
        id,
        reference,
        title: item.name,
        requestedBy: requested_by,
        requesterIds: [requester_id, principal.userId].filter((each) => each !== null),
      }));
    await addEntries(db, "request", id, blockedEntries(approval));
    const approved = approval === undefined || approval.status === "approved";
    await store.beginRequest(db, id, approved ? "approved" : "pending_approval", approval?.id ?? null, now);
    const request = (await store.getRequest(db, id)) ?? missing(id);
    audit({ target: target(request), after: request });
    announce(requestEvents.created, id, summary(request));
    if (approved) announceApproved(context, request);
    return request;
  },

  update: async (context) => {
    const { db, params, body, principal, now, audit, assertUnchanged } = context;
    const request = (await store.lockRequest(db, params.id)) ?? missing(params.id);
    assertUnchanged(request);
    if (body.assigned_to && body.assigned_to !== request.assigned_to) await assertAssignable(db, body.assigned_to);
    const { note, ...patch } = body;
    const next = patched(request, patch, principal.userId, now);
    if (next.status === "cancelled") await cancelApproval(context, request.id);
    await store.updateRequest(db, next);
    const updated = (await store.getRequest(db, request.id)) ?? missing(params.id);
    const { label } = principal;
    await addEntries(db, "request", request.id, [
      ...(body.status === undefined ? [] : [moved(label, request.status, updated.status, note)]),
      ...assigned(label, request, updated),
      ...edited(label, request, updated, ["fulfillment_notes"]),
      ...(body.status === undefined && note ? [commented(label, note)] : []),
    ]);
    audit({ target: target(updated), ...difference(request, updated) });
    announceRequest(context, updated);
    return updated;
  },

  timeline: async ({ db, params, query }) => {
    const request = (await store.getRequest(db, params.id)) ?? missing(params.id);
    return listEntries(db, request.id, query);
  },

  comment: async (context) => {
    const { db, params, body } = context;
    const request = (await store.getRequest(db, params.id)) ?? missing(params.id);
    return comment(context, "request", request, body.body);
  },
};

/** Applies the outcome of a request's approval. */
export const settleRequest: Settle = async (write, id, outcome, actor) => {
  const request = await store.lockRequest(write.db, id);
  const next = request && settled(request, outcome, write.now);
  if (!request || !next) return;
  await store.updateRequest(write.db, next);
  await addEntries(write.db, "request", id, [moved(actor, request.status, next.status)]);
  announceRequest(write, { ...next, version: request.version + 1 });
  if (outcome === "approved") announceApproved(write, next);
};

/** The event that starts fulfillment. */
function announceApproved({ announce }: WriteScope, request: ServiceRequest): void {
  announce(requestEvents.approved, request.id, summary(request));
}

function announceRequest({ announce }: WriteScope, request: ServiceRequest): void {
  announce(requestEvents.updated, request.id, summary(request));
}

function summary({ reference, title, status, requested_by, version }: ServiceRequest) {
  return { reference, title, status, requested_by, version };
}

function target(request: ServiceRequest) {
  return { type: "request", id: request.id, name: request.reference };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no request ${id}.`);
}
