import { type Static, Type } from "typebox";
import { fulfillmentTypes } from "./catalog.ts";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import type { Form } from "./form.ts";
import { ItsmEntry, instanceStatuses, newComment } from "./itsm.ts";
import { operation } from "./operation.ts";
import { runStatuses } from "./runs.ts";
import {
  freeForm,
  Id,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  refParams,
  Timestamp,
  text,
  WantedPerson,
} from "./schema.ts";

export const requestStatuses = [
  "submitted",
  "pending_approval",
  "approved",
  "in_fulfillment",
  "fulfilled",
  "rejected",
  "cancelled",
  "failed",
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** The moves that a person may request. Only the approval chain approves and rejects. */
export const requestMoves: Record<RequestStatus, readonly RequestStatus[]> = {
  submitted: ["cancelled"],
  pending_approval: ["cancelled"],
  approved: ["in_fulfillment", "fulfilled", "failed", "cancelled"],
  in_fulfillment: ["fulfilled", "failed", "cancelled"],
  fulfilled: [],
  rejected: [],
  cancelled: [],
  failed: ["in_fulfillment"],
};

/**
 * The moves of the table, and one more: a request in fulfillment that has not been started can be picked up with `in_fulfillment`.
 */
export function requestMovesOf(request: {
  status: RequestStatus;
  started_at: string | null;
}): readonly RequestStatus[] {
  const moves = requestMoves[request.status];
  return request.status === "in_fulfillment" && request.started_at === null ? ["in_fulfillment", ...moves] : moves;
}

export const openRequestStatuses = ["submitted", "pending_approval", "approved", "in_fulfillment"] as const;

export const ServiceRequest = Type.Object({
  ...recordFields,
  reference: Type.String({ description: "REQ- and eight digits, counted per tenant without gaps" }),
  catalog_item_id: Id,
  title: Type.String({ description: "The catalog item's name when it was requested" }),
  category: Type.String(),
  form: Type.Unsafe<Form>({
    type: "object",
    additionalProperties: true,
    description: "The form at the time of submission",
  }),
  inputs: freeForm("The submitted values"),
  status: oneOf(requestStatuses),
  requested_by: Type.String({ description: "The person the request is for" }),
  created_by: Type.String({ description: "The person who submitted it" }),
  assigned_to: nullable(Id),
  assignee: nullable(DirectoryUser),
  workflow_instance_id: nullable(Id),
  approval_status: nullable(oneOf(instanceStatuses)),
  fulfillment_type: oneOf(fulfillmentTypes),
  fulfillment_config: freeForm("The catalog item's configuration at the time of submission"),
  fulfillment_notes: Type.String({ description: "Markdown" }),
  execution: nullable(
    Type.Object(
      {
        id: Id,
        reference: Type.String(),
        status: oneOf(runStatuses),
        verified: nullable(Type.Boolean()),
      },
      { description: "The execution of the runbook that fulfills it" },
    ),
  ),
  target_at: nullable(Timestamp),
  breached: Type.Boolean({ description: "The target time passed before it was fulfilled" }),
  approved_at: nullable(Timestamp),
  started_at: nullable(Timestamp),
  closed_at: nullable(Timestamp),
});
export type ServiceRequest = Static<typeof ServiceRequest>;

/** A request in a list, without its form, inputs and fulfillment details. */
export const RequestListItem = Type.Omit(ServiceRequest, [
  "form",
  "inputs",
  "fulfillment_config",
  "fulfillment_notes",
  "execution",
]);
export type RequestListItem = Static<typeof RequestListItem>;

export const requestSorts = ["-created_at", "created_at", "-updated_at", "updated_at", "target_at"] as const;

const shared = { module: "itsm" } as const;
const reading = { ...shared, access: "itsm:read", effect: "read" } as const;
const writing = { ...shared, access: "itsm:write", effect: "write" } as const;
const RequestRef = refParams("REQ");

export const requests = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/requests",
    summary: "List service requests",
    description: "The list omits `form`, `inputs`, `fulfillment_config` and `fulfillment_notes`.",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(requestStatuses), "One or several, separated by commas")),
      catalog_item_id: Type.Optional(Id),
      requested_by: Type.Optional(text(254, "Exact requester, or me: requested for me or submitted by me")),
      assigned_to: Type.Optional(WantedPerson),
      breached: Type.Optional(Type.Boolean()),
      q: Type.Optional(text(200, "Words in title, inputs or reference; prefixes match")),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
      sort: Type.Optional(
        oneOf(requestSorts, { default: "-created_at", description: "A leading dash means descending" }),
      ),
      ...paging,
    }),
    reply: RequestListItem,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/itsm/requests",
    summary: "Submit a request for a catalog item",
    description:
      "If the item has a valid approval definition, the request starts as pending_approval and has a workflow_instance_id. Otherwise it is approved immediately. `requested_by` is the person it is for and defaults to the caller.",
    status: 201,
    body: Type.Object({
      catalog_item_id: Id,
      requested_by: Type.Optional(line(254)),
      inputs: Type.Optional(freeForm("Values for the item's form")),
    }),
    reply: ServiceRequest,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/requests/:id",
    summary: "Get one request by id or reference",
    params: RequestRef,
    reply: ServiceRequest,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/itsm/requests/:id",
    summary: "Move a request, assign it, or edit its fulfillment notes",
    description:
      "An illegal move fails with INVALID_TRANSITION. A move to in_fulfillment picks up the request: it is assigned to you unless it has an assignee.",
    params: RequestRef,
    body: Type.Partial(
      Type.Object({
        status: oneOf(requestStatuses),
        assigned_to: nullable(Id),
        fulfillment_notes: text(50_000, "Markdown"),
        note: text(20_000, "Reason for the move, shown in the timeline"),
      }),
    ),
    reply: ServiceRequest,
  }),
  timeline: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/requests/:id/timeline",
    summary: "List the timeline of a request, oldest first",
    envelope: "page",
    params: RequestRef,
    query: Type.Object(paging),
    reply: ItsmEntry,
  }),
  comment: operation({
    ...writing,
    method: "POST",
    path: "/api/itsm/requests/:id/timeline",
    summary: "Comment on a request",
    status: 201,
    params: RequestRef,
    body: newComment,
    reply: ItsmEntry,
  }),
};

const requestSeen = { access: "itsm:read", module: "itsm" } as const;
const requestEventFields = {
  reference: Type.String(),
  title: Type.String(),
  status: oneOf(requestStatuses),
  version: Type.Integer(),
};
const requestEventData = Type.Object({ ...requestEventFields, requested_by: Type.String() });

export const requestEvents = {
  created: event({ type: "request.created", ...requestSeen, data: requestEventData }),
  updated: event({ type: "request.updated", ...requestSeen, data: requestEventData }),
  approved: event({ type: "request.approved", ...requestSeen, data: requestEventData }),
  commented: event({ type: "request.commented", ...requestSeen, data: Type.Object({ reference: Type.String() }) }),
  fulfillment: event({
    type: "request.fulfillment",
    ...requestSeen,
    data: Type.Object({
      ...requestEventFields,
      fulfillment_type: oneOf(fulfillmentTypes),
      fulfillment_config: Type.Record(Type.String(), Type.Unknown()),
    }),
  }),
  breached: event({
    type: "request.breached",
    ...requestSeen,
    data: Type.Object({ reference: Type.String(), title: Type.String(), target_at: nullable(Timestamp) }),
  }),
};
