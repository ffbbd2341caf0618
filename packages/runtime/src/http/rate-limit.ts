import { Failure } from "../failure.ts";

/** Counts per minute and key in this process. Each instance counts its own share of the traffic. */
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
        `More than ${perMinute} requests in a minute; wait ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    }
  };
}
