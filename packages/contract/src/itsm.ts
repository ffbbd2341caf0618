import { type Static, Type } from "typebox";
import { FieldChanges, Id, line, oneOf, Timestamp } from "./schema.ts";

// Shared by changes, requests and their approvals.

export const instanceStatuses = ["pending", "approved", "rejected", "cancelled"] as const;
export type InstanceStatus = (typeof instanceStatuses)[number];

/** Records with a timeline of their own. */
export const itsmTypes = ["change", "request"] as const;
export type ItsmType = (typeof itsmTypes)[number];

/** What an approval can be about. */
export const subjectTypes = [...itsmTypes, "execution", "workflow_run"] as const;
export type SubjectType = (typeof subjectTypes)[number];

export const itsmKinds = [
  "created",
  "status",
  "edited",
  "assigned",
  "approval",
  "breached",
  "comment",
  "alert",
] as const;

/** An entry in the timeline of a change or request. */
export const ItsmEntry = Type.Object({
  id: Id,
  subject_type: oneOf(itsmTypes),
  subject_id: Id,
  kind: oneOf(itsmKinds),
  actor: Type.String(),
  body: Type.String({ description: "The comment in Markdown; for other kinds a sentence that describes the entry" }),
  note: Type.String({ description: "The note of a move or decision in Markdown; may be empty" }),
  changes: FieldChanges,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ItsmEntry = Static<typeof ItsmEntry>;
export const newComment = Type.Object({ body: line(20_000, "Markdown") });
