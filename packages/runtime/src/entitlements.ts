import type { ErrorCode, OperationSpec, RestrictedState } from "@opsplane/contract";
import { fail } from "./failure.ts";

/** What a tenant may use now. It is kept with a token, so an implementation must answer for the time at which it is read. */
export interface Entitlements {
  readonly state: EntitlementState;
  readonly plan: { readonly id: string | null; readonly name: string };
  readonly modules: ReadonlySet<string>;
  /** Limits by name; null means unlimited. */
  readonly limits: Readonly<Record<string, number | null>>;
  /** Why the service is restricted, for the refusal; undefined when it is not. */
  readonly reason?: string | undefined;
}

export type EntitlementState = "active" | RestrictedState;

interface Restriction {
  allows(spec: OperationSpec): boolean;
  code: ErrorCode;
  reason: string;
}

const isRead = ({ effect, reachable }: OperationSpec) => effect === "read" || reachable !== undefined;

/** What each state still allows. */
const restrictions: Record<RestrictedState, Restriction> = {
  // Reads may use POST.
  grace: {
    allows: isRead,
    code: "LICENSE_GRACE",
    reason: "The license has expired. Records can be read, but not changed.",
  },
  read_only: {
    allows: ({ method, reachable }) => method === "GET" || reachable !== undefined,
    code: "LICENSE_READ_ONLY",
    reason: "The license has expired. Only reading is allowed.",
  },
  locked: {
    allows: ({ reachable }) => reachable === "always",
    code: "LICENSE_LOCKED",
    reason: "The license has expired and the service is locked. Install a new license.",
  },
  invalid: {
    allows: ({ reachable }) => reachable === "always" || reachable === "status",
    code: "LICENSE_INVALID",
    reason: "The license is not valid. Install a valid license.",
  },
  past_due: {
    allows: isRead,
    code: "SUBSCRIPTION_PAST_DUE",
    reason: "The subscription is past due. Records can be read, but not changed.",
  },
  suspended: {
    allows: () => false,
    code: "SUBSCRIPTION_SUSPENDED",
    reason: "The subscription is suspended. Update the payment method in the customer portal.",
  },
};

/** Refuses an operation that the tenant is not entitled to. */
export function assertEntitled(spec: OperationSpec, entitlements: Entitlements): void {
  const { state } = entitlements;
  if (state !== "active" && !restrictions[state].allows(spec)) refuseRestricted(entitlements);
  if (spec.module !== undefined && !entitlements.modules.has(spec.module))
    fail("FEATURE_DISABLED", `The feature ${spec.module} is not included in your plan.`);
}

/** In a locked or invalid state only those who can install a license may sign in. Nobody signs in to a suspended tenant. */
export function assertMaySignIn(entitlements: Entitlements, installsLicenses: boolean): void {
  const { state } = entitlements;
  if (state === "suspended" || ((state === "locked" || state === "invalid") && !installsLicenses))
    refuseRestricted(entitlements);
}

/** Background work creates and changes records only in this state. */
export function mayWrite({ state }: Entitlements): boolean {
  return state === "active";
}

function refuseRestricted({ state, reason }: Entitlements): never {
  const { code, reason: usual } = restrictions[state as RestrictedState];
  fail(code, reason ?? usual);
}
