import type { LicenseClaims } from "./claims.ts";
import { daysAfter, daysUntil } from "./time-left.ts";

export type LicenseState = "active" | "grace" | "read_only" | "locked";

interface LicenseStateResult {
  readonly state: LicenseState;
  /** When this state ends; null for locked. */
  readonly endsAt: Date | null;
  /** Whole days until the expiry, rounded up; 0 after it. */
  readonly daysRemaining: number;
  /** Whole days until endsAt, rounded up; null for locked. */
  readonly stateDaysRemaining: number | null;
}

/** The state of a license. A state includes its first millisecond and excludes its end. */
export function licenseState(
  { expiresAt, graceDays, readOnlyDays }: Pick<LicenseClaims, "expiresAt" | "graceDays" | "readOnlyDays">,
  now: Date,
): LicenseStateResult {
  const ends: readonly (readonly [LicenseState, Date])[] = [
    ["active", expiresAt],
    ["grace", daysAfter(expiresAt, graceDays)],
    ["read_only", daysAfter(expiresAt, graceDays + readOnlyDays)],
  ];
  const daysRemaining = daysUntil(expiresAt, now);
  const current = ends.find(([, end]) => now < end);
  if (current === undefined) return { state: "locked", endsAt: null, daysRemaining, stateDaysRemaining: null };
  const [state, endsAt] = current;
  return { state, endsAt, daysRemaining, stateDaysRemaining: daysUntil(endsAt, now) };
}
