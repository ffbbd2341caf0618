import type { OperationSpec } from "@opsplane/contract";
import type { Failure } from "../failure.ts";

/** Counts the memory of one body. */
export interface BodyMeter {
  /** Bytes that arrived; throws when the tenant's share is used up. */
  count(bytes: number): void;
  /** Gives everything back. */
  release(): void;
}

/** What a plane decides about the bodies of its intake operations. */
export interface IntakeRules {
  /** Admits a body of this tenant before it is read, or throws why not. */
  admit(tenantId: string): BodyMeter;
  /** The refusal in the sender's own format; undefined for the API's own. */
  refusal(
    spec: OperationSpec,
    contentType: string,
    failure: Failure,
  ): { type: string; body: Buffer | string } | undefined;
}
