import type { Limits, Module } from "@opsplane/contract";

/** Who is calling: a person with a session, a key, or a sender of telemetry. */
export interface Principal {
  readonly kind: "user" | "api_key" | "collector";
  /** The user's or the key's own id: what limits and audit records name. */
  readonly id: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly tenantId: string;
  /** E-mail of the person, or `key:` and the name of the key: a key never passes for a person. */
  readonly label: string;
  readonly role: string;
  readonly permissions: ReadonlySet<string>;
  readonly modules: ReadonlySet<Module>;
  readonly limits: Limits;
  readonly mustChangePassword: boolean;
}
