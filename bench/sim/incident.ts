import type { FaultPlace, FaultSpec } from "./faults/fault.ts";
import { type FaultKind, faultKinds, faultOf } from "./faults.ts";
import { feltBy } from "./felt.ts";
import { type Random, randomOf } from "./random.ts";
import { type Relation, relationsOf } from "./relations.ts";
import { happen } from "./run/happen.ts";
import type { Run } from "./run/running.ts";
import { completeHabits, type Habits, habitsOf } from "./senders/habits.ts";
import { type Seen, seenOf } from "./senders/seen.ts";
import { worldOf } from "./world/build.ts";
import { reachedIn } from "./world/reach.ts";
import type { World } from "./world/world.ts";

/** An incident as it is opened, with what has arrived until it is analysed. */
export interface SimIncident {
  seed: string;
  kind: FaultKind;
  family: string;
  /** Names of what people would have to mend; each of them is right. Empty: there is no fault. */
  truth: readonly string[];
  strength: number;
  world: World;
  habits: Habits;
  seen: Seen;
  /** When the fault began, when the incident was opened, and when it is analysed. */
  faultAt: number;
  openedAt: number;
  now: number;
  /** Items of the incident. Empty: nobody named any. */
  items: readonly string[];
  title: string;
  /** What the CMDB knows. */
  relations: readonly Relation[];
}

interface IncidentChoice {
  seed: string;
  kind?: FaultKind;
  /** Senders are mostly careless. */
  senders?: "any" | "complete";
}

/** An incident of a seed. Undefined when nobody would feel the fault, or it fits nowhere in the world. */
export function incidentOf({
  seed,
  kind = randomOf(`${seed}/kind`).one(faultKinds),
  senders = "any",
}: IncidentChoice): SimIncident | undefined {
  const random = randomOf(seed);
  const world = worldOf(random.fork("world"));
  const fault = faultOf(kind);
  const places = placesOf(fault, world);
  if (places.length === 0) return undefined;
  const place = random.fork("place").one(places);
  const strength = random.fork("strength").next();
  const habits = senders === "complete" ? completeHabits(world) : habitsOf(world, random.fork("habits"));
  const times = timesOf(random.fork("moments"));
  const { faultAt, now } = times;
  const versions = harmlessVersions(world, random.fork("others"), place, faultAt);
  const happened = happen({
    world,
    random: random.fork("run"),
    from: times.from,
    to: now,
    sampling: habits.sampling,
    loadAt: (time) => 1 + 0.15 * Math.sin((2 * Math.PI * (time - times.from)) / day),
    prepare: (run) => {
      run.in(faultAt - run.now, () => fault.begin(run, place, strength, random.fork("fault")));
      for (const version of versions) planVersion(run, version, random);
    },
  });
  const felt = feltBy(happened.spans, faultAt, world);
  const truth = fault.truth(world, place);
  if (truth.length > 0 && felt.length === 0) return undefined;
  return {
    ...{ seed, kind, family: fault.family, truth, strength, world, habits },
    ...{ faultAt, openedAt: times.openedAt, now },
    seen: seenOf(happened, habits, random.fork("seen"), now),
    ...reportOf(world, random.fork("asks"), felt),
  };
}

/** Places of the fault that requests come to. */
function placesOf(fault: FaultSpec, world: World): FaultPlace[] {
  const { services, parties, caches, databases, brokers } = reachedIn(world);
  const isReached = (reached: ReadonlySet<number>, at: number | undefined) => at === undefined || reached.has(at);
  return fault
    .places(world)
    .filter(
      ({ service, party, cache, database, broker }) =>
        isReached(services, service) &&
        isReached(parties, party) &&
        isReached(caches, cache) &&
        isReached(databases, database) &&
        isReached(brokers, broker),
    );
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** A fault comes this long after the first telemetry. */
const beforeMs = 55 * minute;
const start = Date.UTC(2026, 5, 10, 9);

function timesOf(random: Random): { from: number; faultAt: number; openedAt: number; now: number } {
  const from = start + random.whole(0, 5 * 24 * 60) * minute;
  const faultAt = from + beforeMs + random.between(0, 5 * minute);
  const openedAt = faultAt + random.between(1.5, 8) * minute;
  const now = openedAt + random.between(0.3, 5) * minute;
  return { from, faultAt, openedAt, now };
}

interface NewVersion {
  at: number;
  service: number;
}

/** New versions that change nothing, at other services. */
function harmlessVersions(world: World, random: Random, { service }: FaultPlace, faultAt: number): NewVersion[] {
  return Array.from({ length: random.one([0, 0, 1, 2]) }, () => ({
    at: faultAt - random.between(-1, 50) * minute,
    service: random.whole(0, world.services.length - 1),
  })).filter((each) => each.service !== service);
}

function planVersion(run: Run, { at, service }: NewVersion, random: Random): void {
  run.in(at - run.now, () => {
    const state = run.services[service];
    if (state) state.version = `${state.version}-${random.fork(`version ${at}`).whole(1, 99)}`;
  });
}

/** What people say when they open the incident. Mostly they name what is nearest to users. */
function reportOf(
  world: World,
  random: Random,
  felt: readonly string[],
): Pick<SimIncident, "items" | "title" | "relations"> {
  const noticed = noticedBy(world, random, felt);
  return {
    items: random.chance(0.7) ? [noticed] : [],
    title: titleOf(random, noticed),
    relations: random.chance(0.3) ? [] : relationsOf(world, random, random.between(0.3, 1)),
  };
}

function noticedBy({ services }: World, random: Random, felt: readonly string[]): string {
  const [nearest] = felt;
  if (nearest === undefined) return random.one(services.filter(({ isEntry }) => isEntry)).name;
  return random.chance(0.75) ? nearest : random.one(felt);
}

function titleOf(random: Random, noticed: string): string {
  return random.one([
    `${noticed} is slow`,
    `Errors in ${noticed}`,
    `${noticed}: error rate above 5 %`,
    "Customers report errors",
    "The site is slow",
    `High latency on ${noticed}`,
    "Orders do not arrive",
  ]);
}
