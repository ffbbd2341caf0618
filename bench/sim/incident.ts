import type { Place } from "./faults/fault.ts";
import { type FaultKind, faultKinds, faultOf } from "./faults.ts";
import { type Random, randomOf } from "./random.ts";
import { happen } from "./run/happen.ts";
import { type Habits, habitsOf } from "./senders/habits.ts";
import { type Seen, seenOf } from "./senders/seen.ts";
import type { Span } from "./signals.ts";
import { worldOf } from "./world/build.ts";
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
  /** What the CMDB knows: the first depends on or runs on the second. */
  relations: readonly { from: string; to: string }[];
}

const minute = 60_000;
/** A fault comes this long after the first telemetry. */
const beforeMs = 55 * minute;
const start = Date.UTC(2026, 5, 10, 9);

export interface IncidentChoice {
  seed: string;
  kind?: FaultKind;
}

/** An incident of a seed. Undefined when nobody would feel the fault, or it fits nowhere in the world. */
export function incidentOf({
  seed,
  kind = randomOf(`${seed}/kind`).one(faultKinds),
}: IncidentChoice): SimIncident | undefined {
  const random = randomOf(seed);
  const world = worldOf(random.fork("world"));
  const fault = faultOf(kind);
  const places = fault.places(world).filter((place) => isReached(world, place));
  if (places.length === 0) return undefined;
  const place = random.fork("place").one(places);
  const strength = random.fork("strength").next();
  const habits = habitsOf(world, random.fork("habits"));
  const moments = random.fork("moments");
  const from = start + moments.whole(0, 5 * 24 * 60) * minute;
  const faultAt = from + beforeMs + moments.between(0, 5 * minute);
  const openedAt = faultAt + moments.between(1.5, 8) * minute;
  const now = openedAt + moments.between(0.3, 5) * minute;
  const others = harmless(world, random.fork("others"), place, faultAt);
  const happened = happen({
    ...{ world, from, to: now, sampling: habits.sampling, random: random.fork("run") },
    loadAt: (time) => 1 + 0.15 * Math.sin((2 * Math.PI * (time - from)) / (24 * 60 * minute)),
    prepare: (run) => {
      run.in(faultAt - from, () => fault.begin(run, place, strength, random.fork("fault")));
      for (const { at, service } of others)
        run.in(at - from, () => {
          const state = run.services[service];
          if (state) state.version = `${state.version}-${random.fork(`version ${at}`).whole(1, 99)}`;
        });
    },
  });
  const felt = feltBy(happened.spans, faultAt, world);
  const truth = fault.truth(world, place);
  if (truth.length > 0 && felt.length === 0) return undefined;
  const asks = random.fork("asks");
  const entries = world.services.filter(({ isEntry }) => isEntry).map(({ name }) => name);
  const noticed = felt.length === 0 ? asks.one(entries) : asks.chance(0.75) ? (felt[0] ?? "") : asks.one(felt);
  return {
    ...{ seed, kind, family: fault.family, truth, strength, world, habits, faultAt, openedAt, now },
    seen: seenOf(happened, habits, random.fork("seen"), now),
    items: asks.chance(0.7) ? [noticed] : [],
    title: titleOf(asks, noticed),
    relations: asks.chance(0.3) ? [] : relationsOf(world, asks, asks.between(0.3, 1)),
  };
}

/** Something of the place carries requests. */
function isReached(world: World, { service, party, cache, database, broker }: Place): boolean {
  const reached = {
    services: new Set<number>(),
    parties: new Set<number>(),
    caches: new Set<number>(),
    databases: new Set<number>(),
    brokers: new Set<number>(),
  };
  const walk = (at: number): void => {
    if (reached.services.has(at)) return;
    reached.services.add(at);
    const visit = (steps: World["services"][number]["operations"][number]["steps"]): void => {
      for (const step of steps) {
        if (step.do === "call") walk(step.service);
        else if (step.do === "together") visit(step.steps);
        else if (step.do === "query") reached.databases.add(step.database);
        else if (step.do === "ask") reached.parties.add(step.party);
        else if (step.do === "lookup") {
          reached.caches.add(step.cache);
          visit([step.otherwise]);
        } else if (step.do === "publish") {
          reached.brokers.add(step.broker);
          walk(step.consumer);
        }
      }
    };
    for (const { steps } of world.services[at]?.operations ?? []) visit(steps);
  };
  for (const { service: entry } of world.entries) walk(entry);
  return (
    (service === undefined || reached.services.has(service)) &&
    (party === undefined || reached.parties.has(party)) &&
    (cache === undefined || reached.caches.has(cache)) &&
    (database === undefined || reached.databases.has(database)) &&
    (broker === undefined || reached.brokers.has(broker))
  );
}

/** New versions that change nothing, at other services. */
function harmless(
  world: World,
  random: Random,
  { service }: Place,
  faultAt: number,
): { at: number; service: number }[] {
  return Array.from({ length: random.one([0, 0, 1, 2]) }, () => ({
    at: faultAt - random.between(-1, 50) * minute,
    service: random.whole(0, world.services.length - 1),
  })).filter((each) => each.service !== service);
}

/** The services whose users notice something, those nearest to users first. */
function feltBy(spans: readonly Span[], faultAt: number, world: World): string[] {
  const sides = new Map<string, { before: number[]; after: number[]; failedBefore: number; failedAfter: number }>();
  for (const { service, kind, start: at, ms, error } of spans) {
    if (kind !== "server" && kind !== "consumer") continue;
    const side = sides.get(service) ?? { before: [], after: [], failedBefore: 0, failedAfter: 0 };
    sides.set(service, side);
    if (at < faultAt) {
      side.before.push(ms);
      side.failedBefore += error === undefined ? 0 : 1;
    } else {
      side.after.push(ms);
      side.failedAfter += error === undefined ? 0 : 1;
    }
  }
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length);
  const felt = [...sides].flatMap(([service, { before, after, failedBefore, failedAfter }]) => {
    if (before.length < 10 || after.length < 3) return before.length >= 60 && after.length === 0 ? [service] : [];
    const slower = mean(after) > 1.5 * mean(before) && mean(after) > mean(before) + 20;
    const failing = failedAfter / after.length > failedBefore / before.length + 0.03;
    return slower || failing ? [service] : [];
  });
  const order = new Map(world.services.map(({ name, isEntry, isWorker }) => [name, isEntry ? 0 : isWorker ? 2 : 1]));
  return felt.sort((a, b) => (order.get(a) ?? 1) - (order.get(b) ?? 1));
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

function relationsOf(world: World, random: Random, part: number): { from: string; to: string }[] {
  const { services, hosts, databases, caches, brokers } = world;
  const all: { from: string; to: string }[] = [];
  for (const { name, places, operations } of services) {
    for (const place of new Set(places)) all.push({ from: name, to: hosts[place]?.name ?? "" });
    const visit = (steps: (typeof operations)[number]["steps"]): void => {
      for (const step of steps)
        if (step.do === "call") all.push({ from: name, to: services[step.service]?.name ?? "" });
        else if (step.do === "query") all.push({ from: name, to: databases[step.database]?.name ?? "" });
        else if (step.do === "lookup") {
          all.push({ from: name, to: caches[step.cache]?.name ?? "" });
          visit([step.otherwise]);
        } else if (step.do === "publish") all.push({ from: name, to: brokers[step.broker]?.name ?? "" });
        else if (step.do === "together") visit(step.steps);
    };
    for (const { steps } of operations) visit(steps);
  }
  for (const { name, place } of [...databases, ...caches, ...brokers])
    all.push({ from: name, to: hosts[place]?.name ?? "" });
  const distinct = [...new Map(all.map((each) => [`${each.from} ${each.to}`, each])).values()];
  return distinct.filter(() => random.chance(part));
}
