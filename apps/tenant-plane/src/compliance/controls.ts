import { type Attestation, type Control, type ControlId, controlIds, controls } from "@opsplane/contract";
import type { Entitlements } from "@opsplane/runtime";
import { type CheckResult, type CheckScope, checks } from "./checks.ts";
import { licenseCheck, retentionCheck } from "./settings-checks.ts";
import { newestAttestations } from "./store.ts";

export interface ControlScope extends CheckScope {
  /** What the tenant may use at this time. */
  entitlements: Entitlements;
}

/** Checks every control, one after the other. */
export async function checkControls(scope: ControlScope): Promise<Control[]> {
  const { now, period } = scope;
  const at = period.to < now ? period.to : now;
  const attestations = new Map((await newestAttestations(scope.db, at)).map((each) => [each.control, each]));
  const results: Control[] = [];
  for (const id of controlIds)
    results.push(
      controls[id].attested
        ? attested(id, attestations.get(id), at)
        : measured(id, await check(id, scope), period.to < now),
    );
  return results;
}

function check(id: ControlId, scope: ControlScope): CheckResult | Promise<CheckResult> {
  if (id === "retention") return retentionCheck(scope, scope.entitlements);
  if (id === "license") return licenseCheck(scope.entitlements);
  return checks[id]?.(scope) ?? { checked: 0, violations: 0, evidence: [] };
}

/** Controls about how things are now, not about records of the period. */
const current: readonly ControlId[] = [
  ...(["inactive_access", "few_admins", "keys_expire", "passwords", "second_factor", "retention", "license"] as const),
];

function measured(id: ControlId, { checked, violations, evidence }: CheckResult, isPast: boolean): Control {
  const { name, about } = controls[id];
  const state = violations > 0 ? "failed" : checked === 0 ? "not_applicable" : "passed";
  const finding = {
    passed: `${checked.toLocaleString("en-US")} checked, no violation.`,
    failed: `${violations.toLocaleString("en-US")} of ${checked.toLocaleString("en-US")} checked violate it.`,
    not_applicable: "There was nothing to check in this period.",
  }[state];
  const when = isPast && current.includes(id) ? " As of the creation of this report." : "";
  return { id, name, about, state, finding: finding + when, checked, violations, evidence };
}

function attested(id: ControlId, attestation: Attestation | undefined, at: Date): Control {
  const { name, about } = controls[id];
  const isValid = attestation !== undefined && Date.parse(attestation.valid_until) > at.getTime();
  return {
    ...{ id, name, about, state: isValid ? "passed" : "failed", checked: 1, violations: isValid ? 0 : 1 },
    finding: attestation
      ? `Attested by ${attestation.created_by} on ${attestation.created_at.slice(0, 10)}${isValid ? "." : ", which is no longer valid."}`
      : "Nobody has attested it.",
    evidence: attestation
      ? [
          {
            ...{ kind: "attestation", reference: attestation.created_by, detail: attestation.statement },
            ...{ at: attestation.created_at, violates: !isValid },
          },
        ]
      : [],
  };
}
