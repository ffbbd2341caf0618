import { type TelemetryKind, telemetryKinds } from "@opsplane/contract";
import type { Entitlements } from "@opsplane/runtime";
import { readRetention } from "../telemetry/index.ts";
import type { CheckResult, CheckScope } from "./checks.ts";

/** A kind without its own retention has that of the plan. */
export async function retentionCheck(
  { db }: CheckScope,
  { limits }: Pick<Entitlements, "limits">,
): Promise<CheckResult> {
  const own: Partial<Record<TelemetryKind, number | null>> = (await readRetention(db)) ?? {};
  const evidence = telemetryKinds.map((kind) => {
    const days = own[kind] ?? limits.retention_days ?? null;
    const detail = days === null ? "kept forever" : `deleted after ${days} days`;
    return { kind: "retention", reference: kind, detail, at: null, violates: days === null };
  });
  return { checked: evidence.length, violations: evidence.filter(({ violates }) => violates).length, evidence };
}

export function licenseCheck({ state, plan }: Entitlements): CheckResult {
  const violates = state !== "active";
  return {
    checked: 1,
    violations: violates ? 1 : 0,
    evidence: [{ kind: "license", reference: plan.name, detail: state, at: null, violates }],
  };
}
