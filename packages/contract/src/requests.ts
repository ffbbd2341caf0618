import { type Static, Type } from "typebox";
import { fulfillmentTypes } from "./catalog.ts";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import type { Form } from "./form.ts";
import { ItsmEntry, instanceStatuses, newComment } from "./itsm.ts";
import { operation } from "./operation.ts";
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

/** The moves a person may ask for. Approving and rejecting are the approval chain's to do. */
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
 * As the table says, and one more: a request that waits in fulfillment is taken up by whoever asks for `in_fulfillment`, once.
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
  form: Type.Unsafe<Form>({ type: "object", additionalProperties: true, description: "The form as it was filled in" }),
  inputs: freeForm("What was filled in"),
  status: oneOf(requestStatuses),
  requested_by: Type.String({ description: "For whom" }),
  created_by: Type.String({ description: "Who submitted it" }),
  assigned_to: nullable(Id),
  assignee: nullable(DirectoryUser),
  workflow_instance_id: nullable(Id),
  approval_status: nullable(oneOf(instanceStatuses)),
  fulfillment_type: oneOf(fulfillmentTypes),
  fulfillment_config: freeForm("As the catalog item had it"),
  fulfillment_notes: Type.String({ description: "Markdown" }),
  target_at: nullable(Timestamp),
  breached: Type.Boolean({ description: "The target time passed before it was fulfilled" }),
  approved_at: nullable(Timestamp),
  started_at: nullable(Timestamp),
  closed_at: nullable(Timestamp),
});
export type ServiceRequest = Static<typeof ServiceRequest>;

/** A request in a list: without its form and what was filled in. */
export const RequestListItem = Type.Omit(ServiceRequest, ["form", "inputs", "fulfillment_config", "fulfillment_notes"]);
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
    description: "A list carries neither `form`, `inputs`, `fulfillment_config` nor `fulfillment_notes`.",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(requestStatuses), "One or several, separated by commas")),
      catalog_item_id: Type.Optional(Id),
      requested_by: Type.Optional(text(254, "As it was written, or me: for me or submitted by me")),
      assigned_to: Type.Optional(WantedPerson),
      breached: Type.Optional(Type.Boolean()),
      q: Type.Optional(text(200, "Words in title, inputs or reference; each may be a beginning")),
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
    summary: "Request something from the catalog",
    description:
      "With a valid approval definition on the item it starts as pending_approval and carries workflow_instance_id; without one it is approved at once. `requested_by` is for whom; by default oneself.",
    status: 201,
    body: Type.Object({
      catalog_item_id: Id,
      requested_by: Type.Optional(line(254)),
      inputs: Type.Optional(freeForm("By the item's form")),
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
    summary: "Move a request, assign it, or note how it was fulfilled",
    description:
      "An illegal move is INVALID_TRANSITION. Asking for in_fulfillment takes it up: it is assigned to you unless somebody has it.",
    params: RequestRef,
    body: Type.Partial(
      Type.Object({
        status: oneOf(requestStatuses),
        assigned_to: nullable(Id),
        fulfillment_notes: text(50_000, "Markdown"),
        note: text(20_000, "Why: goes to the timeline with the move"),
      }),
    ),
    reply: ServiceRequest,
  }),
  timeline: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/requests/:id/timeline",
    summary: "What happened to a request, oldest first",
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
