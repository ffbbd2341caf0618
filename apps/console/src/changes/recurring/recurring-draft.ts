import type { RecurringChange } from "@opsplane/contract";
import type { RecurringFields } from "./queries.ts";
import { type RecurringTime, readCron, writeCron } from "./schedule.ts";

/** A recurring change in the form. */
export interface RecurringDraft {
  title: string;
  description: string;
  type: RecurringChange["type"];
  risk_level: RecurringChange["risk_level"];
  implementation_plan: string;
  rollback_plan: string;
  test_plan: string;
  ci_ids: string[];
  assigned_to: string | null;
  workflow_definition_id: string | null;
  when: RecurringTime;
  timezone: string;
  duration_minutes: number;
  lead_days: number;
  submit: boolean;
}

const emptyDraft: Omit<RecurringDraft, "timezone"> = {
  title: "",
  description: "",
  type: "normal",
  risk_level: "medium",
  implementation_plan: "",
  rollback_plan: "",
  test_plan: "",
  ci_ids: [],
  assigned_to: null,
  workflow_definition_id: null,
  when: { repeats: "weekly", time: "22:00", weekdays: ["TUE"] },
  duration_minutes: 120,
  lead_days: 7,
  submit: true,
};

export function draftOf(recurring: RecurringChange | undefined): RecurringDraft {
  if (!recurring) return { ...emptyDraft, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const { title, description, type, risk_level, implementation_plan, rollback_plan, test_plan } = recurring;
  const { ci_ids, assigned_to, workflow_definition_id, timezone, duration_minutes, lead_days, submit } = recurring;
  return {
    ...{ title, description, type, risk_level, implementation_plan, rollback_plan, test_plan },
    ...{ ci_ids, assigned_to, workflow_definition_id, timezone, duration_minutes, lead_days, submit },
    when: readCron(recurring.cron),
  };
}

export function fieldsOf({ when, ...draft }: RecurringDraft): RecurringFields {
  return { ...draft, title: draft.title.trim(), cron: writeCron(when) };
}
