import { type Static, Type } from "typebox";
import { FieldChanges, Id, line, oneOf, Timestamp } from "./schema.ts";

// What changes, requests and their approvals share.

export const instanceStatuses = ["pending", "approved", "rejected", "cancelled"] as const;
export type InstanceStatus = (typeof instanceStatuses)[number];

export const subjectTypes = ["change", "request"] as const;
export type SubjectType = (typeof subjectTypes)[number];

export const itsmKinds = ["created", "status", "edited", "assigned", "approval", "breached", "comment"] as const;

/** What happened to a change or a request. */
export const ItsmEntry = Type.Object({
  id: Id,
  subject_type: oneOf(subjectTypes),
  subject_id: Id,
  kind: oneOf(itsmKinds),
  actor: Type.String(),
  body: Type.String({ description: "The comment, in markdown; for other kinds one sentence that says what happened" }),
  note: Type.String({ description: "What somebody wrote with a move or a decision, in markdown; often empty" }),
  changes: FieldChanges,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ItsmEntry = Static<typeof ItsmEntry>;
export const newComment = Type.Object({ body: line(20_000, "Markdown") });
