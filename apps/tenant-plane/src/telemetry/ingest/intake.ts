import { type IntakeRules, memoryBudget } from "@opsplane/runtime";
import { statusMessage } from "@opsplane/wire";
import { comeAgain, unavailable } from "./refusals.ts";

/** Bodies of all tenants in memory at once, as they arrive; decoded they take a few times as much. */
const maxBodyBytes = 256 * 1024 * 1024;
/** What an open request costs besides its body, so requests have a bound too. */
const requestBytes = 16 * 1024;

const protobuf = "application/x-protobuf";

export interface IntakeLimits {
  /** Whether the store answers. */
  isUp(): boolean;
  /** Whether as many rows of this tenant wait as may. */
  isBehind(tenantId: string): boolean;
}

/** Admits bodies while they can be stored. A refusal before the body costs little, and real senders retry. */
export function openIntake({ isUp, isBehind }: IntakeLimits): IntakeRules & { bytes(): number } {
  const budget = memoryBudget(maxBodyBytes);
  return {
    bytes: budget.used,
    admit: (tenantId) => {
      if (!isUp()) throw unavailable("The telemetry store cannot be reached; send it again.", 5);
      let held = 0;
      const count = (bytes: number) => {
        if (!budget.take(tenantId, bytes)) throw comeAgain();
        held += bytes;
      };
      if (isBehind(tenantId)) throw comeAgain();
      count(requestBytes);
      return {
        count,
        release: () => {
          budget.give(tenantId, held);
          held = 0;
        },
      };
    },
    refusal: (spec, contentType, failure) => {
      if (!spec.path.startsWith("/v1/") || !contentType.startsWith(protobuf)) return undefined;
      const status = statusMessage(grpcCode(failure.status), failure.message);
      return { type: protobuf, body: Buffer.from(status.protobuf()) };
    },
  };
}

/** google.rpc.Code for an HTTP status. */
function grpcCode(status: number): number {
  const codes: Record<number, number> = { 401: 16, 402: 8, 403: 7, 404: 5, 413: 3, 422: 3, 429: 8, 503: 14 };
  return codes[status] ?? 13;
}
