import { type IntakeRules, memoryBudget } from "@opsplane/runtime";
import { statusMessage } from "@opsplane/wire";
import { comeAgain, unavailable } from "./refusals.ts";

/** Memory budget for received bodies of all tenants. Decoded bodies take a few times as much. */
const maxBodyBytes = 256 * 1024 * 1024;
/** Charged for each open request besides its body, so the number of requests is bounded too. */
const requestBytes = 16 * 1024;

const protobuf = "application/x-protobuf";

export interface IntakeLimits {
  /** True when ClickHouse is reachable. */
  isUp(): boolean;
  /** True when the tenant has reached its limit of waiting rows. */
  isBehind(tenantId: string): boolean;
}

/** Admits bodies while they can be stored. Refusing before reading the body is cheap, and senders retry. */
export function openIntake({ isUp, isBehind }: IntakeLimits): IntakeRules & { bytes(): number } {
  const budget = memoryBudget(maxBodyBytes);
  return {
    bytes: budget.used,
    admit: (tenantId) => {
      if (!isUp()) throw unavailable("The telemetry store cannot be reached; send the request again later.", 5);
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
