import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, nullable, paging, Timestamp } from "./schema.ts";

/** Every kind of background work: jobs by their workflow, and the schedules that work through rows. */
export const workKinds = [
  "agents.overdue",
  "alerts.mute",
  "alerts.mutes",
  "alerts.quiet",
  "analyze-incident",
  "cancel-child-run",
  "end-child-run",
  "execute-for-request",
  "fulfil-request",
  "itsm.breaches",
  "oncall-notification",
  "oncall-page",
  "oncall-page-again",
  "oncall-page-ended",
  "oncall.escalation",
  "oncall.reach",
  "run-step",
  "runbooks.flags",
  "runs.due",
  "runs.lost",
  "runs.overdue",
  "send-approval-blocked",
  "send-approval-outcome",
  "send-approval-reminder",
  "send-approval-turn",
  "send-entitlement-state",
  "send-report",
  "send-run-notification",
  "start-workflow",
  "suggest-runbooks",
  "webhook-attempt",
  "write-report",
] as const;
export type WorkKind = (typeof workKinds)[number];

export const FailedWork = Type.Object({
  id: Id,
  kind: Type.String({ description: "The name of the job, such as `run-step` or `itsm.breaches`" }),
  work_id: Type.String({ description: "The job, or the record that it is about" }),
  reason: Type.String({ description: "Why the last try failed" }),
  tries: Type.Integer(),
  next_try_at: nullable(Timestamp),
  created_at: Timestamp,
});
export type FailedWork = Static<typeof FailedWork>;

export const work = {
  list: operation({
    method: "GET",
    path: "/api/admin/work",
    summary: "List background work that failed, newest first",
    description:
      "Work that fails is tried again some times with growing pauses, and then set aside: it has no next try until someone asks for one.",
    access: "admin:work",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      set_aside: Type.Optional(Type.Boolean({ description: "Only work that is not tried again by itself" })),
      ...paging,
    }),
    reply: FailedWork,
  }),
  retry: operation({
    ...gone,
    method: "POST",
    path: "/api/admin/work/:id/retry",
    summary: "Try failed work again now",
    description: "If it fails once more, it is listed again.",
    access: "admin:work",
    effect: "write",
    params: IdParams,
  }),
  dismiss: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/work/:id",
    summary: "Give up failed work",
    description: "It is never tried again.",
    access: "admin:work",
    effect: "write",
    params: IdParams,
  }),
};

export const workEvents = {
  changed: event({ type: "work.changed", access: "admin:work", data: Type.Object({ kind: Type.String() }) }),
};
