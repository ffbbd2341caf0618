import { journeys } from "../shop/operations.ts";
import { openConditions } from "./conditions.ts";
import type { Fault } from "./faults.ts";
import { flowsOf } from "./flows.ts";
import { backgroundLogs } from "./logs.ts";
import { meterStep, openMeters } from "./meters.ts";
import { type Random, randomOf } from "./random.ts";
import type { Slice } from "./signals.ts";
import { traceOf } from "./trace.ts";
import { traceRate } from "./traffic.ts";

const second = 1000;

/** A shop whose telemetry depends only on the seed, the fault and the time. */
export interface Simulation {
  /** One slice for each second of the window. `from` and `to` are rounded down to whole seconds; `to` is excluded. */
  between(from: number, to: number): Iterable<Slice>;
}

export function openSimulation({ seed, fault }: { seed: number; fault?: Fault | undefined }): Simulation {
  const [usual, faulty] = [openConditions(undefined), openConditions(fault)];
  const pointsAt = openMeters(seed, faulty);

  const sliceAt = (at: number): Slice => {
    // Before its start a fault must change nothing, not even the order of random numbers.
    const conditions = fault && at >= fault.startedAt ? faulty : usual;
    const random = randomOf(seed, "traces", at);
    const rate = traceRate(at) * conditions.traffic(at);
    const count = Math.floor(rate * random.between(0.5, 1.5) + random.next());
    const traces = Array.from({ length: count }, () =>
      traceOf(random, conditions, journeyOf(random), at + random.between(0, 999)),
    );
    return {
      at,
      spans: traces.flatMap(({ spans }) => spans),
      logs: [...traces.flatMap(({ logs }) => logs), ...backgroundLogs(randomOf(seed, "logs", at), conditions, at)],
      points: at % meterStep === 0 ? pointsAt(at) : [],
      flows: flowsOf(randomOf(seed, "flows", at), conditions, at),
    };
  };

  return {
    *between(from, to) {
      const end = Math.floor(to / second) * second;
      for (let at = Math.floor(from / second) * second; at < end; at += second) yield sliceAt(at);
    },
  };
}

/** The telemetry of a window. The same arguments give the same telemetry, and adjacent windows join without a seam. */
export function simulate(input: {
  seed: number;
  from: number;
  to: number;
  fault?: Fault | undefined;
}): Iterable<Slice> {
  return openSimulation(input).between(input.from, input.to);
}

function journeyOf(random: Random): string {
  let left = random.next();
  for (const [operation, share] of journeys) {
    left -= share;
    if (left < 0) return operation;
  }
  return "product";
}
