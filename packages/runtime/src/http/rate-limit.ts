import { Failure } from "../failure.ts";
import { addressGroup } from "./addresses.ts";

/** Counts requests per minute and key in this process. Each instance counts only its own traffic. */
export function rateLimiter(perMinute: number): (key: string, nowMs: number) => void {
  let counts = new Map<string, number>();
  let windowEnds = 0;
  return (key, nowMs) => {
    if (perMinute === 0) return;
    if (nowMs >= windowEnds) {
      counts = new Map();
      windowEnds = nowMs + 60_000;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > perMinute) {
      const retryAfterSeconds = Math.ceil((windowEnds - nowMs) / 1000);
      throw new Failure(
        "RATE_LIMIT",
        `More than ${perMinute} requests per minute; try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    }
  };
}

/** Counts refused requests of unauthenticated callers per address and minute. */
export interface RefusalLimiter {
  /** Throws 429 when this address was refused too often. Called before any other work. */
  assertAllowed(address: string): void;
  count(address: string): void;
}

const maxAddresses = 50_000;

export function refusalLimiter(perMinute: number, clock: () => Date): RefusalLimiter {
  let counts = new Map<string, number>();
  let windowEnds = 0;
  const current = (nowMs: number) => {
    if (nowMs >= windowEnds || counts.size >= maxAddresses) {
      counts = new Map();
      windowEnds = nowMs + 60_000;
    }
    return counts;
  };
  return {
    assertAllowed: (address) => {
      const nowMs = clock().getTime();
      if (perMinute === 0 || (current(nowMs).get(addressGroup(address)) ?? 0) < perMinute) return;
      const retryAfterSeconds = Math.ceil((windowEnds - nowMs) / 1000);
      throw new Failure(
        "RATE_LIMIT",
        `Too many refused requests from this address. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
    count: (address) => {
      if (perMinute === 0) return;
      const known = current(clock().getTime());
      const group = addressGroup(address);
      known.set(group, (known.get(group) ?? 0) + 1);
    },
  };
}
