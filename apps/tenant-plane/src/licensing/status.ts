import type { LicenseStatus } from "@opsplane/contract";
import { type LicenseVerdict, licenseState } from "@opsplane/licensing";
import type { Db } from "@opsplane/runtime";
import type { Config } from "../config.ts";
import { version } from "../version.ts";
import { type EntitlementSource, isLicensedDeployment } from "./entitlements.ts";
import { blockedIn, type Source, statusAt } from "./rules.ts";
import * as store from "./store.ts";

/** The status as of now. */
export async function readStatus(
  db: Db,
  { config, entitlements }: { config: Config; entitlements: EntitlementSource },
  tenantId: string,
): Promise<LicenseStatus> {
  const now = entitlements.clock.now();
  const source = await entitlements.sourceOf(tenantId, db);
  const isLicensed = isLicensedDeployment(source, config);
  return {
    licensed_deployment: isLicensed,
    offline_mode: config.offlineMode,
    tp_version: version,
    cp_license_public_key_configured: entitlements.keys !== undefined,
    deployment_mode: config.deploymentMode ?? null,
    license: source.kind === "license" ? await describeLicense(db, source.verdict, tenantId, now) : null,
    subscription: source.kind === "subscription" ? describeSubscription(source, now) : null,
    blocked: [...blockedIn[statusAt(source, now).state]],
  };
}

type License = NonNullable<LicenseStatus["license"]>;

async function describeLicense(db: Db, verdict: LicenseVerdict, tenantId: string, now: Date): Promise<License> {
  const [stored, home] = await Promise.all([store.readLicense(db, tenantId), store.readPhoneHome(db, tenantId)]);
  const shared = {
    key_hint: verdict.hint,
    last_phone_home: home?.last_success_at ?? null,
    phone_home_problem: home?.last_error ?? null,
    source: stored?.source ?? (verdict.hint === null ? null : "environment"),
  };
  return verdict.ok
    ? { ...shared, ...describeClaims(verdict, now) }
    : { ...shared, ...nothingKnown, problem: verdict.problem };
}

const nothingKnown = {
  status: "invalid",
  valid: false,
  plan_id: null,
  plan_name: null,
  deployment_mode: null,
  days_remaining: null,
  expires_at: null,
  issued_at: null,
  status_ends_at: null,
  active_addons: [],
} as const satisfies Partial<License>;

const statuses = { active: "active", grace: "grace", read_only: "read-only", locked: "locked" } as const;

function describeClaims({ claims }: Extract<LicenseVerdict, { ok: true }>, now: Date) {
  const { state, endsAt, daysRemaining } = licenseState(claims, now);
  return {
    status: statuses[state],
    valid: state === "active",
    problem: null,
    plan_id: claims.planId,
    plan_name: claims.planName,
    deployment_mode: claims.deploymentMode,
    days_remaining: daysRemaining,
    expires_at: claims.expiresAt.toISOString(),
    issued_at: claims.issuedAt.toISOString(),
    status_ends_at: endsAt?.toISOString() ?? null,
    active_addons: [...claims.addons],
  };
}

function describeSubscription(
  source: Extract<Source, { kind: "subscription" }>,
  now: Date,
): LicenseStatus["subscription"] {
  const { subscription } = source;
  const { state, endsAt } = statusAt(source, now);
  return {
    status: state === "past_due" || state === "suspended" ? state : "active",
    plan_id: subscription.plan_id,
    plan_name: subscription.plan_name,
    billing_period: subscription.billing_period,
    status_ends_at: endsAt?.toISOString() ?? null,
    active_addons: subscription.addons,
    confirmed_at: subscription.stated_at,
  };
}
