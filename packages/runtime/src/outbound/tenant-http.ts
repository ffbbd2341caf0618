import { Failure } from "../failure.ts";
import { type FairLimiterOptions, openFairLimiter } from "../fair-limiter.ts";
import {
  type Outbound,
  OutboundFailure,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
} from "./outbound.ts";

/** Outbound HTTP on behalf of tenants: each has a bound of open requests, so slow servers of one do not hold up another. */
export interface TenantHttp {
  /** Refused at once with UNAVAILABLE while the tenant has too many requests open; the work should be tried again later. */
  request(tenantId: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** The request counts as open until `use` has read the body. */
  stream(tenantId: string, request: OutboundRequest, use: (answer: OutboundStream) => Promise<void>): Promise<void>;
  problemOf: Outbound["problemOf"];
  reach: Outbound["reach"];
  close(): Promise<void>;
}

interface TenantHttpOptions extends Pick<FairLimiterOptions, "places" | "share" | "spare"> {
  outbound: Outbound;
  /** One request by outcome: answered, failed or busy. */
  count(outcome: "answered" | "failed" | "busy"): void;
}

export function openTenantHttp({ outbound, count, ...shares }: TenantHttpOptions): TenantHttp {
  // Nobody waits for a place, because a job that waits would itself hold a place of its queue.
  const limiter = openFairLimiter({ ...shares, maxWaiting: 0, patienceMs: 0, busy });
  const counted = async <T>(work: () => Promise<T>) => {
    try {
      const answer = await work();
      count("answered");
      return answer;
    } catch (error) {
      count("failed");
      throw error;
    }
  };
  const placed = async <T>(tenantId: string, work: () => Promise<T>) => {
    try {
      return await limiter.take(tenantId, undefined, () => counted(work));
    } catch (error) {
      if (!(error instanceof OutboundFailure)) count("busy");
      throw error;
    }
  };
  return {
    request: (tenantId, request) => placed(tenantId, () => outbound.request(request)),
    stream: (tenantId, request, use) => placed(tenantId, async () => use(await outbound.stream(request))),
    problemOf: outbound.problemOf,
    reach: outbound.reach,
    close: () => outbound.close(),
  };
}

function busy(): Failure {
  return new Failure("UNAVAILABLE", "Too many outbound requests of this tenant are open; try again in a moment.", {
    retryAfterSeconds: 2,
  });
}
