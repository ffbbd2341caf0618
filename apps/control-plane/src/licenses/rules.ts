import type { License, TenantSubscription } from "@opsplane/contract/control-plane";
import { licenseState } from "@opsplane/licensing";
import { fail } from "@opsplane/runtime";

export const graceDays = 30;
export const readOnlyDays = 30;
export const renewedDays = 365;

/** A license as it is stored. */
export interface StoredLicense extends Omit<License, "state" | "days_remaining"> {
  replaced_at: string | null;
}

export function present({ replaced_at, ...license }: StoredLicense, now: Date): License {
  const expiresAt = new Date(license.expires_at);
  const { state, daysRemaining } = licenseState({ expiresAt, graceDays, readOnlyDays }, now);
  const shown = license.revoked_at !== null ? "revoked" : replaced_at !== null ? "replaced" : state;
  return { ...license, state: shown, days_remaining: daysRemaining };
}

const unpaid = {
  past_due: { code: "SUBSCRIPTION_PAST_DUE", reason: "A payment for the subscription is overdue" },
  suspended: { code: "SUBSCRIPTION_SUSPENDED", reason: "The subscription is suspended" },
  canceled: { code: "SUBSCRIPTION_SUSPENDED", reason: "The subscription is canceled" },
} as const;

export function assertPaid({ status }: Pick<TenantSubscription, "status">): void {
  if (status === "active") return;
  const { code, reason } = unpaid[status];
  fail(code, `${reason}, so no license is issued; the existing one stays valid until it expires.`);
}

const hour = 3_600_000;

/** One new license in an hour and line, so that repeated calls do not make licenses without end. */
export function mayRenew(newest: Pick<StoredLicense, "id" | "issued_at">, presentedId: string, now: Date): boolean {
  return newest.id === presentedId && now.getTime() - Date.parse(newest.issued_at) >= hour;
}
