import type { OperationSpec } from "@opsplane/contract";
import type { Failure } from "../failure.ts";

/** Counts the memory of one body. */
export interface BodyMeter {
  /** Counts received bytes. Throws when the tenant's share is used up. */
  count(bytes: number): void;
  /** Releases all counted memory. */
  release(): void;
}

/** A plane's rules for the bodies of its intake operations. */
export interface IntakeRules {
  /** Admits a body of this tenant before it is read, or throws the reason. */
  admit(tenantId: string): BodyMeter;
  /** The error in the sender's format; undefined for the API's format. */
  refusal(
    spec: OperationSpec,
    contentType: string,
    failure: Failure,
  ): { type: string; body: Buffer | string } | undefined;
}
