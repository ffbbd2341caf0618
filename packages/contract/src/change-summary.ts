import { type Static, Type } from "typebox";
import { Id, nullable, oneOf, Timestamp } from "./schema.ts";

export const changeTypes = ["standard", "normal", "emergency"] as const;
export type ChangeType = (typeof changeTypes)[number];

export const riskLevels = ["low", "medium", "high", "critical"] as const;

export const changeStatuses = [
  "draft",
  "pending_approval",
  "approved",
  "scheduled",
  "implementing",
  "completed",
  "failed",
  "rejected",
  "cancelled",
] as const;
export type ChangeStatus = (typeof changeStatuses)[number];

/** A change as shown on other records. */
export const ChangeSummary = Type.Object({
  id: Id,
  reference: Type.String(),
  title: Type.String(),
  type: oneOf(changeTypes),
  risk_level: oneOf(riskLevels),
  status: oneOf(changeStatuses),
  requested_start: nullable(Timestamp),
  requested_end: nullable(Timestamp),
});
export type ChangeSummary = Static<typeof ChangeSummary>;
