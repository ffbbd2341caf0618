import type { Banner, DeploymentMode, RestrictedState } from "@opsplane/contract";
import {
  type LicenseClaims,
  type LicenseVerdict,
  licenseState,
  type Subscription,
  subscriptionState,
} from "@opsplane/licensing";
import type { EntitlementState } from "@opsplane/runtime";
import type { StoredSubscription, TenantFacts } from "./store.ts";

/** Where the entitlements of a tenant come from. */
export type Source =
  | { kind: "plan"; planId: string | null }
  | { kind: "license"; verdict: LicenseVerdict }
  | { kind: "subscription"; subscription: StoredSubscription };

/** The state at a time, why it is so, and when it ends by itself. */
export interface EntitlementStatus {
  state: EntitlementState;
  reason: string | undefined;
  endsAt: Date | null;
  daysRemaining: number | null;
}

export function isHosted(mode: DeploymentMode | undefined): boolean {
  return mode === "shared_saas" || mode === "dedicated";
}

/** Hosted deployments follow the subscription, self-hosted ones the license. Without either, the plan of the tenant counts. */
export function worldOf(
  mode: DeploymentMode | undefined,
  { license, subscription }: Pick<TenantFacts, "license" | "subscription">,
  hasEnvironmentLicense: boolean,
): Source["kind"] {
  if (isHosted(mode)) return subscription ? "subscription" : "plan";
  return mode !== undefined || license !== null || hasEnvironmentLicense ? "license" : "plan";
}

export function statusAt(source: Source, now: Date): EntitlementStatus {
  if (source.kind === "license") return licenseStatus(source.verdict, now);
  if (source.kind === "subscription") return subscriptionStatus(source.subscription, now);
  return active;
}

const active: EntitlementStatus = { state: "active", reason: undefined, endsAt: null, daysRemaining: null };

function licenseStatus(verdict: LicenseVerdict, now: Date): EntitlementStatus {
  if (!verdict.ok) {
    const reason = `The license is not valid: ${verdict.problem} Install a valid license.`;
    return { state: "invalid", reason, endsAt: null, daysRemaining: null };
  }
  const { state, endsAt, stateDaysRemaining } = licenseState(verdict.claims, now);
  const reason = state === "active" ? undefined : licenseReasons[state](verdict.claims, endsAt);
  return { state, reason, endsAt, daysRemaining: stateDaysRemaining };
}

const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? "";

const licenseReasons = {
  grace: ({ expiresAt }: LicenseClaims, endsAt: Date | null) =>
    `The license expired on ${day(expiresAt)}. Records can be read but not changed. From ${day(endsAt)} on, questions and previews are blocked too. Install a new license.`,
  read_only: ({ expiresAt }: LicenseClaims, endsAt: Date | null) =>
    `The license expired on ${day(expiresAt)}. Records can only be read. The service is locked on ${day(endsAt)}. Install a new license.`,
  locked: ({ expiresAt }: LicenseClaims) =>
    `The license expired on ${day(expiresAt)} and the service is locked. All data is kept. Install a new license to unlock it.`,
};

function subscriptionStatus(stored: StoredSubscription, now: Date): EntitlementStatus {
  const { state, endsAt, stateDaysRemaining } = subscriptionState(asSubscription(stored), now);
  const reason = state === "active" ? undefined : subscriptionReasons[state](endsAt);
  return { state, reason, endsAt, daysRemaining: stateDaysRemaining };
}

const subscriptionReasons = {
  past_due: (endsAt: Date | null) =>
    `A payment for the subscription failed. Records can be read but not changed${endsAt ? `, and all access ends on ${day(endsAt)}` : ""}. Update the payment method in the customer portal.`,
  suspended: () =>
    "The subscription is suspended. All data is kept. Update the payment method in the customer portal to use the service again.",
};

function asSubscription(stored: StoredSubscription): Subscription {
  return {
    status: stored.status,
    billingPeriod: stored.billing_period,
    pastDueSince: stored.past_due_since === null ? null : new Date(stored.past_due_since),
    confirmedAt: new Date(stored.stated_at),
  };
}

export function bannerOf({ state, reason, endsAt, daysRemaining }: EntitlementStatus): Banner | null {
  if (state === "active") return null;
  return {
    state,
    message: reason ?? "",
    nobody_paged: nobodyPaged(state),
    ends_at: endsAt?.toISOString() ?? null,
    days_remaining: daysRemaining,
  };
}

/** As in "Nobody is paged while …". */
export const whileWords: Record<RestrictedState, string> = {
  grace: "the license is in its grace period",
  read_only: "the license is read-only",
  locked: "the service is locked",
  invalid: "the license is not valid",
  past_due: "the subscription is past due",
  suspended: "the subscription is suspended",
};

/** Every state but active stops alerts. */
export function nobodyPaged(state: RestrictedState): string {
  return `Nobody is paged while ${whileWords[state]}: alerts are neither evaluated nor received.`;
}

/** What is blocked, for the license page. */
export const blockedIn: Record<EntitlementState, readonly string[]> = {
  active: [],
  grace: [
    "Creating, changing and deleting records",
    "Receiving telemetry and alerts, and evaluating alerts, so nobody is paged",
    "Running runbooks and workflows",
  ],
  read_only: [
    "Creating, changing and deleting records",
    "Receiving telemetry and alerts, and evaluating alerts, so nobody is paged",
    "Running runbooks and workflows",
    "The copilot, and previews",
  ],
  locked: ["Everything except health and installing a license"],
  invalid: ["Everything except health, this page and installing a license"],
  past_due: [
    "Creating, changing and deleting records",
    "Receiving telemetry and alerts, and evaluating alerts, so nobody is paged",
    "Running runbooks and workflows",
  ],
  suspended: ["All access"],
};

const maxAheadMs = 24 * 60 * 60 * 1000;

/** A license from the future would move the time by which every license of this installation expires. */
export function issueProblem({ issuedAt }: LicenseClaims, machine: Date): string | undefined {
  if (issuedAt.getTime() - machine.getTime() <= maxAheadMs) return undefined;
  return `The license was issued on ${issuedAt.toISOString()}, but the clock of this host says ${machine.toISOString()}. Check the clock.`;
}

/** The problem of a license that could be installed, or undefined. */
export function installProblem(
  claims: LicenseClaims,
  inForce: LicenseClaims | undefined,
  now: Date,
): string | undefined {
  if (claims.expiresAt <= now) return `The license expired on ${day(claims.expiresAt)}.`;
  // A replaced license may have had more than its successor.
  if (inForce && claims.issuedAt < inForce.issuedAt)
    return `The license was issued on ${claims.issuedAt.toISOString()}, before the one that is in force (${inForce.issuedAt.toISOString()}).`;
  return undefined;
}
