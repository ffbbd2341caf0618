import type { StepOf } from "../world/world.ts";
import { closeSpan, logLine, openSpan } from "./records.ts";
import type { Done, Outcome, Running, Serving } from "./running.ts";
import type { CacheState } from "./states.ts";

const timeoutMs = 250;

/** A lookup in a cache. What is not found there comes from where it is kept. */
export function lookup(running: Running, serving: Serving, step: StepOf<"lookup">, done: Done): void {
  const { trace, by, span } = serving;
  const cache = running.caches[step.cache] as CacheState;
  const miss = () => running.perform(serving, [step.otherwise], done);
  if (!by.service.usesCache) {
    miss();
    return;
  }
  const client = openSpan(running, trace, by, { operation: "GET", kind: "client", parent: span.id, peer: cache.name });
  cache.lookups += 1;
  const isUp = cache.isUp && cache.host.isUp;
  const ms = isUp ? Math.min(timeoutMs, running.random.lognormal(cache.ms, 0.4) + cache.host.delayMs) : 1;
  running.in(ms, () => {
    const problem = problemOf(cache.name, isUp, ms);
    closeSpan(running, client, problem);
    if (problem !== undefined)
      logLine(running, trace, by, client, "warn", `cache ${cache.name} is not used: ${problem}`);
    if (problem === undefined && running.random.chance(cache.hitRatio)) {
      cache.hits += 1;
      done(undefined);
      return;
    }
    if (cache.hitRatio < cache.usualHitRatio * 0.8) cache.evictions += running.random.whole(1, 3);
    miss();
  });
}

function problemOf(name: string, isUp: boolean, ms: number): Outcome {
  if (!isUp) return `connect ECONNREFUSED ${name}:6379`;
  return ms >= timeoutMs ? "command timed out" : undefined;
}
