import type { Entitlements } from "./entitlements.ts";

/** Who is calling: a person with a session, a key, or a sender of telemetry. */
export interface Principal {
  readonly kind: "user" | "api_key" | "collector";
  /** The id of the user, key or collector, which limits and audit records name. */
  readonly id: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly tenantId: string;
  /** Email of the person, or `key:` and the name of the key: a key is never mistaken for a person. */
  readonly label: string;
  readonly role: string;
  readonly permissions: ReadonlySet<string>;
  readonly entitlements: Entitlements;
  readonly mustChangePassword: boolean;
}
