import { type TelemetryKind, type TelemetrySettings, telemetryKinds } from "@opsplane/contract";
import type { RetentionPatch } from "./queries.ts";

/** Days as they stand in the fields: a number, or text while it is none; empty is as long as the plan allows. */
export type RetentionDraft = Record<TelemetryKind, number | string>;

type Retention = Pick<TelemetrySettings, "retention_days" | "plan_retention_days">;

/** The most days that the API takes where the plan has no bound. */
const mostDays = 3650;

export function draftOf({ retention_days: { logs, metrics, traces, flows } }: Retention): RetentionDraft {
  return { logs: logs ?? "", metrics: metrics ?? "", traces: traces ?? "", flows: flows ?? "" };
}

/** What an empty field means. */
export function unchosen({ plan_retention_days }: Retention): string {
  return plan_retention_days === null ? "for ever" : `${plan_retention_days} (plan)`;
}

/** What is wrong with each kind's days; empty when all can be saved. */
export function problemsIn(draft: RetentionDraft, { plan_retention_days }: Retention) {
  const most = plan_retention_days ?? mostDays;
  const problems: Partial<Record<TelemetryKind, string>> = {};
  for (const kind of telemetryKinds) {
    const days = daysIn(draft[kind]);
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= most)) problems[kind] = `1 to ${most} days`;
  }
  return problems;
}

/** The kinds whose days differ from what is stored, so that nobody else's choice is written over. */
export function patchOf(draft: RetentionDraft, { retention_days }: Retention): RetentionPatch {
  const changed = telemetryKinds.filter((kind) => daysIn(draft[kind]) !== retention_days[kind]);
  return Object.fromEntries(changed.map((kind) => [kind, daysIn(draft[kind])]));
}

/** One's own changes on what somebody else has stored meanwhile. */
export function rebased(draft: RetentionDraft, base: Retention, theirs: Retention): RetentionDraft {
  const mine = telemetryKinds.filter((kind) => kind in patchOf(draft, base));
  return { ...draftOf(theirs), ...Object.fromEntries(mine.map((kind) => [kind, draft[kind]])) };
}

function daysIn(written: number | string): number | null {
  return written === "" ? null : Number(written);
}
