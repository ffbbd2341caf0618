import type { World } from "../world/world.ts";
import type { Running } from "./running.ts";
import type { HostState, InstanceState } from "./states.ts";

const hopMs = 0.4;

/** Work on a host takes longer when its cores are busy, and stands still while the instance pauses. */
export function work(running: Running, by: InstanceState, ms: number, done: () => void): void {
  const { host, service } = by;
  host.running += 1;
  const crowd = crowdOf(host);
  const wait = Math.max(0, by.pausedUntil - running.now);
  const needed = ms * running.random.lognormal(1, 0.25) * by.slow;
  service.cpuMs += needed;
  host.cpuMs += needed;
  running.in(wait + needed * crowd, () => {
    host.running -= 1;
    const more = by.pausedUntil - running.now;
    if (more > 0) running.in(more, done);
    else done();
  });
}

/** How much longer everything takes because cores are busy. */
export function crowdOf({ running, background, cores }: HostState): number {
  return Math.max(1, (running + background) / cores);
}

/** The way between two hosts. What is lost is sent again after a while. */
export function travel(running: Running, from: HostState, to: HostState, done: () => void): void {
  const { random } = running;
  const isLost = random.chance(Math.min(0.9, from.loss + to.loss));
  const ms = random.lognormal(hopMs, 0.3) + from.delayMs + to.delayMs;
  running.in(ms + (isLost ? random.between(200, 1_200) : 0), done);
}

/** Regular jobs take cores from everything else on their hosts. */
export function startJobs(running: Running, { jobs }: World): void {
  for (const { place, cores, lastsMs, everyMs } of jobs) {
    const host = running.hosts[place] as HostState;
    const begin = () => {
      host.background += cores;
      running.in(lastsMs, () => {
        host.background -= cores;
      });
      running.in(everyMs, begin);
    };
    running.in(running.random.between(0, everyMs), begin);
  }
}
