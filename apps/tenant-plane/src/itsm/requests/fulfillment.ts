import { requestEvents } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import { addEntries } from "../timeline.ts";
import { lockRequest, setExecution, updateRequest } from "./store.ts";

/** How the runbook of a request ended. */
export interface Fulfillment {
  status: "fulfilled" | "failed";
  /** A sentence for the timeline and the notes. */
  reason: string;
}

/** Notes the execution that fulfills a request. */
export async function beginFulfillment({ db }: WriteScope, requestId: string, executionId: string): Promise<void> {
  await setExecution(db, requestId, executionId);
}

/** Ends the fulfillment of a request by its runbook. A request that a person moved on stays as it is. */
export async function finishFulfillment(write: WriteScope, requestId: string, end: Fulfillment): Promise<void> {
  const { db, actor, now, announce } = write;
  const request = await lockRequest(db, requestId);
  if (request?.status !== "in_fulfillment") return;
  const notes = request.fulfillment_notes === "" ? end.reason : `${request.fulfillment_notes}\n\n${end.reason}`;
  const at = now.toISOString();
  const next = {
    ...request,
    status: end.status,
    fulfillment_notes: notes,
    closed_at: at,
    started_at: request.started_at ?? at,
  };
  await updateRequest(db, next);
  const changes = { status: { from: "in_fulfillment", to: end.status } };
  await addEntries(db, "request", requestId, [{ kind: "status", actor, body: end.reason, changes }]);
  const { reference, title, requested_by } = request;
  announce(requestEvents.updated, requestId, {
    reference,
    title,
    status: end.status,
    requested_by,
    version: request.version + 1,
  });
}
