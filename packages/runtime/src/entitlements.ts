import type { ErrorCode, OperationSpec } from "@opsplane/contract";
import { fail } from "./failure.ts";

/** The modules and limits of a tenant, determined once at admission. */
export interface Entitlements {
  readonly state: EntitlementState;
  readonly modules: ReadonlySet<string>;
  /** Limits by name; null means unlimited. */
  readonly limits: Readonly<Record<string, number | null>>;
}

/**
 * active    everything
 * grace     reads only; operations whose effect is a read may use POST
 * read_only GET only
 * locked    nothing
 */
export type EntitlementState = "active" | "grace" | "read_only" | "locked";

interface Restriction {
  allows(spec: OperationSpec): boolean;
  code: ErrorCode;
  reason: string;
}

const restrictions: Record<Exclude<EntitlementState, "active">, Restriction> = {
  grace: {
    allows: ({ effect }) => effect === "read",
    code: "LICENSE_GRACE",
    reason: "The license has expired; records can be read but not changed.",
  },
  read_only: {
    allows: ({ method }) => method === "GET",
    code: "LICENSE_READ_ONLY",
    reason: "The license has expired; only reading is allowed.",
  },
  locked: { allows: () => false, code: "LICENSE_LOCKED", reason: "The license has expired and the service is locked." },
};

/** Refuses an operation that the tenant is not entitled to. */
export function assertEntitled(spec: OperationSpec, { state, modules }: Entitlements): void {
  if (spec.module !== undefined && !modules.has(spec.module))
    fail("FEATURE_DISABLED", `The feature ${spec.module} is not included in your plan.`);
  if (state === "active") return;
  const { allows, code, reason } = restrictions[state];
  if (!allows(spec)) fail(code, reason);
}
