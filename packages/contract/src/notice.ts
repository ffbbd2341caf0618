import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, line, nullable, oneOf, Timestamp } from "./schema.ts";

export const noticeLevels = ["info", "warning"] as const;

export const Notice = Type.Object({
  text: Type.String({ description: "Empty when there is no notice" }),
  level: oneOf(noticeLevels),
  ends_at: nullable(Timestamp),
  updated_by: Type.String(),
  updated_at: nullable(Timestamp),
  version: Type.Integer(),
});
export type Notice = Static<typeof Notice>;

export const notice = {
  get: operation({
    method: "GET",
    path: "/api/notice",
    summary: "Get the notice that everyone sees",
    access: "signed_in",
    effect: "read",
    reply: Notice,
  }),
  set: operation({
    method: "PUT",
    path: "/api/notice",
    summary: "Show a notice to everyone",
    description: "Replaces the notice that is shown now. It disappears at `ends_at`, or stays until it is cleared.",
    access: "admin:notice",
    effect: "write",
    body: Type.Object({
      text: line(500),
      level: Type.Optional(oneOf(noticeLevels, { default: "info" })),
      ends_at: Type.Optional(nullable(Timestamp)),
    }),
    reply: Notice,
  }),
  clear: operation({
    ...gone,
    method: "DELETE",
    path: "/api/notice",
    summary: "Clear the notice",
    access: "admin:notice",
    effect: "write",
  }),
};

export const noticeEvents = {
  updated: event({ type: "notice.updated", access: "signed_in", data: Type.Object({ text: Type.String() }) }),
};
