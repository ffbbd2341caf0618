import type { Span } from "./signals.ts";
import type { World } from "./world/world.ts";

/** The services whose users notice something, those nearest to users first. */
export function feltBy(spans: readonly Span[], faultAt: number, world: World): string[] {
  const felt = [...servedBy(spans, faultAt)].flatMap(([service, served]) => (isNoticed(served) ? [service] : []));
  const order = new Map(world.services.map(({ name, isEntry, isWorker }) => [name, isEntry ? 0 : isWorker ? 2 : 1]));
  return felt.sort((a, b) => (order.get(a) ?? 1) - (order.get(b) ?? 1));
}

/** What a service served before the fault, and after. */
type Served = Record<"before" | "after", { count: number; failed: number; ms: number }>;

function servedBy(spans: readonly Span[], faultAt: number): Map<string, Served> {
  const all = new Map<string, Served>();
  for (const { service, kind, start, ms, error } of spans) {
    if (kind !== "server" && kind !== "consumer") continue;
    const served = all.get(service) ?? {
      before: { count: 0, failed: 0, ms: 0 },
      after: { count: 0, failed: 0, ms: 0 },
    };
    all.set(service, served);
    const side = served[start < faultAt ? "before" : "after"];
    side.count += 1;
    side.failed += error === undefined ? 0 : 1;
    side.ms += ms;
  }
  return all;
}

/** It is silent, or it is slower, or more fails. */
function isNoticed({ before, after }: Served): boolean {
  if (after.count === 0 && before.count >= 60) return true;
  if (before.count < 10 || after.count < 3) return false;
  const [meanBefore, meanAfter] = [before.ms / before.count, after.ms / after.count];
  const isSlower = meanAfter > 1.5 * meanBefore && meanAfter > meanBefore + 20;
  return isSlower || after.failed / after.count > before.failed / before.count + 0.03;
}
