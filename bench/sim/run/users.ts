import type { Entry, World } from "../world/world.ts";
import { isReachable, serve } from "./requests.ts";
import type { Running } from "./running.ts";
import type { ServiceState, TraceContext } from "./states.ts";

export interface Demand {
  /** The part of requests whose spans are kept. */
  sampling: number;
  /** Factor on the load by time, such as that of the hour of the day. */
  loadAt: (time: number) => number;
}

/** Between two looks at the load, however small it is. */
const maxPauseMs = 10_000;

/** Users come to every entry at random moments, as many as the load asks for. */
export function startUsers(running: Running, { entries }: World, { sampling, loadAt }: Demand): void {
  const { random } = running;
  let traces = 0;
  const newTrace = (): TraceContext => ({
    trace: traces++,
    sampled: random.chance(sampling),
    calls: 0,
    isMessage: false,
  });
  for (const entry of entries) comeTo(running, entry, newTrace, loadAt);
}

function comeTo(
  running: Running,
  { service: at, operation, perSecond }: Entry,
  newTrace: () => TraceContext,
  loadAt: Demand["loadAt"],
): void {
  const { random } = running;
  const service = running.services[at] as ServiceState;
  const next = () => {
    const rate = perSecond * running.load * (running.loadOf.get(at) ?? 1) * loadAt(running.now);
    running.in(Math.min(maxPauseMs, random.exponential(1_000 / Math.max(rate, 1e-6))), () => {
      next();
      const trace = newTrace();
      const up = service.instances.filter(isReachable);
      if (up.length > 0) serve(running, trace, random.one(up), "server", { operation, parent: -1 }, () => undefined);
    });
  };
  next();
}
