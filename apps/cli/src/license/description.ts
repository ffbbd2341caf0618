import { limitNames } from "@opsplane/contract";
import { type LicenseClaims, licenseState } from "@opsplane/licensing";

/** A license for people: one line for each fact. */
export function describeLicense(claims: LicenseClaims, now: Date): string {
  const { planId, planName, limits } = claims;
  const facts: readonly (readonly [name: string, value: string])[] = [
    ["state", describeState(claims, now)],
    ["tenant", claims.tenantId],
    ["plan", planName === planId ? planId : `${planName} (${planId})`],
    ["mode", claims.deploymentMode],
    ["issued", claims.issuedAt.toISOString()],
    ["expires", claims.expiresAt.toISOString()],
    ["afterwards", `${claims.graceDays} days of grace, then ${claims.readOnlyDays} days read-only`],
    ["add-ons", listed(claims.addons)],
    ["modules", listed(claims.modules)],
    ["limits", listed(limitNames.map((name) => `${name} ${limits[name] ?? "unlimited"}`))],
    ["license id", claims.licenseId ?? "none"],
  ];
  return facts.map(([name, value]) => `  ${name.padEnd(12)}${value}`).join("\n");
}

function describeState(claims: LicenseClaims, now: Date): string {
  const { state, endsAt, stateDaysRemaining } = licenseState(claims, now);
  const name = state.replace("_", "-");
  if (endsAt === null) return name;
  return `${name} until ${endsAt.toISOString()}, ${stateDaysRemaining} ${stateDaysRemaining === 1 ? "day" : "days"} left`;
}

/** A license for programs. */
export function licenseJson(claims: LicenseClaims, now: Date) {
  const { state, endsAt, daysRemaining, stateDaysRemaining } = licenseState(claims, now);
  return {
    claims: {
      issuer: claims.issuer,
      tenant_id: claims.tenantId,
      license_id: claims.licenseId,
      issued_at: claims.issuedAt,
      expires_at: claims.expiresAt,
      plan_id: claims.planId,
      plan_name: claims.planName,
      deployment_mode: claims.deploymentMode,
      limits: claims.limits,
      modules: claims.modules,
      addons: claims.addons,
      grace_days: claims.graceDays,
      read_only_days: claims.readOnlyDays,
    },
    state: {
      status: state,
      ends_at: endsAt,
      days_remaining: daysRemaining,
      state_days_remaining: stateDaysRemaining,
    },
  };
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.join(", ");
}
