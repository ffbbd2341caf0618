import type { Random } from "../random.ts";
import type { Happened } from "../signals.ts";
import type { World } from "../world/world.ts";
import { startJobs } from "./hosts.ts";
import { startMeasures } from "./measures.ts";
import { startConsumers } from "./messages.ts";
import { writeLine } from "./records.ts";
import type { Run, Running } from "./running.ts";
import { statesOf } from "./start.ts";
import type { InstanceState } from "./states.ts";
import { perform } from "./steps.ts";
import { openTimeline, type Timeline } from "./timeline.ts";
import { type Demand, startUsers } from "./users.ts";

export interface RunInput extends Demand {
  world: World;
  random: Random;
  from: number;
  to: number;
  /** Is called before the first event, and changes the states when it likes. */
  prepare: (run: Run) => void;
}

/** Requests go through a world, event by event. A fault changes the states of things while they do. */
export function happen({ world, random, from, to, prepare, ...demand }: RunInput): Happened {
  const timeline = openTimeline(from);
  const running = runningOf(world, random, timeline);
  startJobs(running, world);
  startMeasures(running);
  startConsumers(running);
  prepare(running);
  startUsers(running, world, demand);
  timeline.runTo(to);
  return running.found;
}

function runningOf(world: World, random: Random, timeline: Timeline): Running {
  const running: Running = {
    get now() {
      return timeline.now;
    },
    random,
    ...statesOf(world, random),
    load: 1,
    loadOf: new Map(),
    found: { spans: [], logs: [], measures: [] },
    nextSpan: 0,
    in: timeline.in,
    every: (ms, happen) => {
      const again = () => {
        happen();
        timeline.in(ms, again);
      };
      timeline.in(ms, again);
    },
    log: (service, level, text) =>
      writeLine(running, service.instances[0] as InstanceState, { level, text, trace: -1, span: -1 }),
    perform: (serving, steps, done) => perform(running, serving, steps, done),
  };
  return running;
}
