import type { ChangeType } from "@opsplane/contract";
import type { Risk } from "../records/change-badges.tsx";
import type { NewChange } from "./mutations.ts";

/** A change in the form. Times are ISO 8601 or empty. */
export interface ChangeDraft {
  title: string;
  description: string;
  type: ChangeType;
  risk_level: Risk;
  start: string;
  end: string;
  implementation_plan: string;
  rollback_plan: string;
  test_plan: string;
  ci_ids: string[];
  incident_ids: string[];
  assigned_to: string | null;
  workflow_definition_id: string | null;
}

export const emptyDraft: ChangeDraft = {
  title: "",
  description: "",
  type: "normal",
  risk_level: "medium",
  start: "",
  end: "",
  implementation_plan: "",
  rollback_plan: "",
  test_plan: "",
  ci_ids: [],
  incident_ids: [],
  assigned_to: null,
  workflow_definition_id: null,
};

/** The request body. A standard change that is not a draft is pre-approved. */
export function fieldsOf({ start, end, ...draft }: ChangeDraft, submit: boolean): NewChange {
  const { assigned_to, workflow_definition_id, ...plain } = draft;
  const standard = draft.type === "standard";
  return {
    ...plain,
    title: draft.title.trim(),
    ...(start ? { requested_start: start } : {}),
    ...(end ? { requested_end: end } : {}),
    ...(assigned_to ? { assigned_to } : {}),
    ...(workflow_definition_id && !standard ? { workflow_definition_id } : {}),
    ...(submit ? (standard ? {} : { status: "pending_approval" }) : { status: "draft" }),
  };
}
