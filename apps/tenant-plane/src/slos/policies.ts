import type { AlertPolicyContent, Severity, Slo } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import { changePolicy, contentOf, createPolicy, lockPoliciesOfSlo } from "../alerts/index.ts";
import { allowedShare } from "./rules.ts";
import { keepPolicy, policiesOf } from "./store/slos.ts";

interface Level {
  level: string;
  burn: number;
  window: string;
  days: number;
  short: string;
  severity: Severity;
}

/** The multi-window policies of Google's SRE workbook, for a window of 30 days. */
const levels: readonly Level[] = [
  { level: "1h", burn: 14.4, window: "1h", days: 1 / 24, short: "5m", severity: "P1" },
  { level: "6h", burn: 6, window: "6h", days: 1 / 4, short: "30m", severity: "P2" },
  { level: "1d", burn: 3, window: "1d", days: 1, short: "2h", severity: "P3" },
  { level: "3d", burn: 1, window: "3d", days: 3, short: "6h", severity: "P4" },
];

type Definition = Pick<Slo, "id" | "name" | "description" | "indicator" | "objective" | "window_days" | "ci_id">;

/** The part of a total outage's burn rate that a threshold never exceeds, so that an outage always fires. */
const outageShare = 0.9;

/**
 * The burn rate of a level. It grows with windows of more than 30 days, so that it stands for the same share of the budget. For shorter
 * windows it stays, because a lower rate would alert about a burn that hardly matters.
 */
export function thresholdOf({ burn }: Pick<Level, "burn">, { objective, window_days }: Definition): number {
  const scaled = burn * Math.max(1, window_days / 30);
  return Math.round(Math.min(scaled, outageShare / allowedShare(objective)) * 1000) / 1000;
}

/** Levels whose window is not longer than that of the objective. */
function levelsOf({ window_days }: Definition): readonly Level[] {
  return levels.filter(({ days }) => days <= window_days);
}

function contentOfLevel(slo: Definition, level: Level): AlertPolicyContent {
  const threshold = thresholdOf(level, slo);
  const { service } = slo.indicator;
  return contentOf(
    {
      name: `${slo.name.slice(0, 160)}: budget burn over ${level.window}`,
      description: slo.description,
      signal: "slos",
      condition: {
        type: "burn_rate",
        slo_id: slo.id,
        operator: ">",
        threshold,
        window: level.window,
        short_window: level.short,
      },
      severity: level.severity,
      labels: { slo: slo.name, ...(service !== undefined && { service }) },
      ci_ids: slo.ci_id === null ? [] : [slo.ci_id],
      // By then the minute is measured.
      delay: "30s",
    },
    "60s",
  );
}

/** Makes the policies that the objective lacks; returns their names. */
export async function makePolicies(write: WriteScope, slo: Definition): Promise<string[]> {
  const known = await policiesOf(write.db, slo.id);
  const made: string[] = [];
  for (const level of levelsOf(slo)) {
    if (known.has(level.level)) continue;
    const policy = await createPolicy(write, contentOfLevel(slo, level));
    await keepPolicy(write.db, slo.id, level.level, policy.id);
    made.push(policy.name);
  }
  return made;
}

/** Brings the objective's own policies up to date. What a person changed in them stays. */
export async function followPolicies(write: WriteScope, before: Definition, after: Definition): Promise<void> {
  const known = await policiesOf(write.db, after.id);
  if (known.size === 0) return;
  const policies = new Map((await lockPoliciesOfSlo(write.db, after.id)).map((policy) => [policy.id, policy]));
  for (const level of levels) {
    const policy = policies.get(known.get(level.level) ?? "");
    if (policy === undefined) continue;
    const [made, wanted] = [contentOfLevel(before, level), contentOfLevel(after, level)];
    const follow = <F extends Followed>(field: F) =>
      isEqual(policy[field], made[field]) ? wanted[field] : policy[field];
    const next = {
      name: follow("name"),
      description: follow("description"),
      condition: follow("condition"),
      labels: follow("labels"),
      ci_ids: follow("ci_ids"),
    };
    const { name, description, condition, labels, ci_ids } = policy;
    if (!isEqual(next, { name, description, condition, labels, ci_ids })) await changePolicy(write, policy, next);
  }
}

type Followed = "name" | "description" | "condition" | "labels" | "ci_ids";

function isEqual(one: unknown, two: unknown): boolean {
  return sorted(one) === sorted(two);
}

/** JSON that does not depend on the order of keys, which the database changes. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [two]) => (one < two ? -1 : 1)))
      : each,
  );
}
