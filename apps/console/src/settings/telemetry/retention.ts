import { type TelemetryKind, type TelemetrySettings, telemetryKinds } from "@opsplane/contract";
import type { RetentionPatch } from "./queries.ts";

/** The values of the fields: a number, or text while it is invalid. Empty means the plan's maximum. */
export type RetentionDraft = Record<TelemetryKind, number | string>;

type Retention = Pick<TelemetrySettings, "retention_days" | "plan_retention_days">;

/** The maximum of the API when the plan has no limit. */
const maxDays = 3650;

export function draftOf({ retention_days: { logs, metrics, traces, flows } }: Retention): RetentionDraft {
  return { logs: logs ?? "", metrics: metrics ?? "", traces: traces ?? "", flows: flows ?? "" };
}

/** The days that an empty field means. */
export function unchosen({ plan_retention_days }: Pick<Retention, "plan_retention_days">): string {
  return plan_retention_days === null ? "Forever" : `${plan_retention_days} (plan maximum)`;
}

/** The problem of each signal's days; empty when all can be saved. */
export function problemsIn(draft: RetentionDraft, { plan_retention_days }: Retention) {
  const most = plan_retention_days ?? maxDays;
  const problems: Partial<Record<TelemetryKind, string>> = {};
  for (const kind of telemetryKinds) {
    const days = daysIn(draft[kind]);
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= most)) problems[kind] = `1 to ${most} days`;
  }
  return problems;
}

/** An emptied field resets to the plan's maximum. */
export function patchOf(changes: Partial<RetentionDraft>): RetentionPatch {
  return Object.fromEntries(Object.entries(changes).map(([kind, days]) => [kind, daysIn(days)]));
}

function daysIn(written: number | string): number | null {
  return written === "" ? null : Number(written);
}
