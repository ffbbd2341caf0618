import type { Intake } from "@opsplane/runtime";
import { statusMessage } from "@opsplane/wire";
import { comeAgain, unavailable } from "./refusals.ts";

/** Bodies in memory at once, as they came; decoded they are a few times as much. */
const mostBytes = 128 * 1024 * 1024;
/** A body that does not tell its length is taken to have this. */
const untold = 8 * 1024 * 1024;
/** Rows that wait for the store: some seconds' work. */
const mostRows = 1_000_000;

const protobuf = "application/x-protobuf";

/** Lets bodies in while they can be stored: refused at the door they cost nothing, and real senders come again. */
export function openIntake(isUp: () => boolean, backlog: () => number): Intake & { bytes(): number } {
  let inside = 0;
  return {
    bytes: () => inside,
    enter: (bytes) => {
      if (!isUp()) throw unavailable("The telemetry store cannot be reached; send it again.", 5);
      if (inside > mostBytes || backlog() > mostRows) throw comeAgain();
      const size = bytes || untold;
      inside += size;
      return () => {
        inside -= size;
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
