import type { Entitlements } from "./entitlements.ts";

/** The caller: a person with a session, an API key, a telemetry collector, or a deployment that the Control Plane serves. */
export interface Principal {
  readonly kind: "user" | "api_key" | "collector" | "deployment";
  /** The id of the user, key or collector, for limits and audit records. */
  readonly id: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly tenantId: string;
  /** Email of the person, or `key:` and the name of the key, so that a key cannot look like a person. */
  readonly label: string;
  readonly role: string;
  readonly permissions: ReadonlySet<string>;
  readonly entitlements: Entitlements;
  readonly mustChangePassword: boolean;
}

/** The caller as the audit log names it. */
export function actorTypeOf({ kind }: Pick<Principal, "kind">): "user" | "api_key" | "collector" | "service" {
  return kind === "deployment" ? "service" : kind;
}
