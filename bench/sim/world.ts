import { namesOf } from "./names.ts";
import type { Random } from "./random.ts";

/** What exists before anything happens. Times are milliseconds. */
export interface World {
  services: Service[];
  databases: Database[];
  caches: Cache[];
  brokers: Broker[];
  parties: ThirdParty[];
  hosts: Host[];
  jobs: BatchJob[];
  entries: Entry[];
}

export interface Host {
  name: string;
  cores: number;
}

export interface Service {
  name: string;
  isEntry: boolean;
  /** Consumes messages instead of requests. */
  isWorker: boolean;
  operations: Operation[];
  /** The host of each instance. */
  places: number[];
  /** Requests that an instance serves at once; more wait. */
  threads: number;
  maxWaiting: number;
  version: string;
  /** How it calls each other service, by name. */
  policies: Map<string, CallPolicy>;
  /** Connections to its database, of one instance. */
  pool: number;
}

export interface Operation {
  name: string;
  steps: Step[];
}

/** What an operation does, in order. Parts that are optional fail without failing the operation. */
export type Step =
  | { do: "work"; ms: number }
  | { do: "call"; service: number; operation: number; optional: boolean }
  | { do: "query"; database: number; statement: string; ms: number; isWrite: boolean }
  | { do: "lookup"; cache: number; otherwise: Step }
  | { do: "publish"; broker: number; consumer: number }
  | { do: "ask"; party: number; optional: boolean }
  | { do: "together"; steps: Step[] }
  | { do: "log"; text: string };

export interface CallPolicy {
  timeoutMs: number;
  retries: number;
  /** Between tries; 0: at once. */
  backoffMs: number;
  hasBreaker: boolean;
  /** Calls of one instance at once; more wait. */
  maxCalls: number;
}

export interface Database {
  name: string;
  place: number;
  /** Statements that run at once. */
  workers: number;
  maxConnections: number;
}

export interface Cache {
  name: string;
  place: number;
  hitRatio: number;
}

export interface Broker {
  name: string;
  place: number;
}

export interface ThirdParty {
  name: string;
  ms: number;
  spread: number;
}

/** Regular work on a host, such as a backup. */
export interface BatchJob {
  name: string;
  place: number;
  everyMs: number;
  lastsMs: number;
  /** Cores that it uses. */
  cores: number;
}

/** Where users come in. */
export interface Entry {
  service: number;
  operation: number;
  perSecond: number;
}

const verbs = ["GET", "GET", "GET", "POST", "PUT"];
const callStyles = ["http", "rpc"] as const;

export function worldOf(random: Random, size = sizeOf(random)): World {
  const names = namesOf(random.fork("names"));
  const hosts = Array.from({ length: Math.max(2, Math.round(size / random.between(2, 6))) }, (_, at) => ({
    name: names.host(at),
    cores: random.one([2, 4, 4, 8]),
  }));
  const place = () => random.whole(0, hosts.length - 1);
  const world: World = {
    ...{ services: [], databases: [], caches: [], brokers: [], parties: [], hosts, jobs: [], entries: [] },
  };
  const some = (least: number, part: number) => Math.max(least, Math.round(size * part * random.between(0.6, 1.4)));
  for (let at = some(1, 0.25); at > 0; at--)
    world.databases.push({
      ...{ name: names.database(), place: place(), workers: random.whole(2, 4), maxConnections: random.whole(8, 20) },
    });
  for (let at = random.whole(0, some(1, 0.12)); at > 0; at--)
    world.caches.push({ name: names.cache(), place: place(), hitRatio: random.between(0.8, 0.97) });
  for (let at = random.whole(0, some(1, 0.06)); at > 0; at--)
    world.brokers.push({ name: names.broker(), place: place() });
  for (let at = random.whole(0, some(1, 0.1)); at > 0; at--)
    world.parties.push({ name: names.thirdParty(), ms: random.lognormal(90, 0.5), spread: random.between(0.2, 0.5) });
  for (let at = random.whole(0, 2); at > 0; at--)
    world.jobs.push({
      ...{ name: names.batchJob(), place: place(), everyMs: 60_000 * random.whole(10, 40) },
      ...{ lastsMs: 1_000 * random.whole(20, 90), cores: random.between(0.3, 1.2) },
    });
  addServices(world, random, names, size);
  return world;
}

function sizeOf(random: Random): number {
  return Math.round(5 * 12 ** random.next());
}

function addServices(world: World, random: Random, names: ReturnType<typeof namesOf>, size: number): void {
  const gateways = size > 12 && random.chance(0.4) ? 2 : 1;
  const workers = world.brokers.length === 0 ? 0 : Math.min(world.brokers.length + random.whole(0, 2), size >> 2);
  const depth = random.whole(2, size < 10 ? 3 : 5);
  const style = random.one(callStyles);
  const layers: number[] = [];
  const add = (name: string, isEntry: boolean, isWorker: boolean, layer: number) => {
    const instances = isEntry ? random.whole(2, 3) : random.whole(1, 3);
    world.services.push({
      ...{ name, isEntry, isWorker, operations: [], policies: new Map() },
      places: Array.from({ length: instances }, () => random.whole(0, world.hosts.length - 1)),
      // Few, because the load is small: what happens to a request is what happens to each of many.
      ...{ threads: random.whole(2, 4), maxWaiting: 30, pool: random.whole(2, 4) },
      version: `${random.whole(1, 4)}.${random.whole(0, 30)}.${random.whole(0, 9)}`,
    });
    layers.push(layer);
  };
  for (let at = 0; at < gateways; at++) add(names.gateway(), true, false, 0);
  for (let at = 0; at < workers; at++) add(names.worker(), false, true, 0);
  while (world.services.length < size) {
    // Each layer has a member before any has a second one.
    const next = world.services.length - gateways - workers;
    add(names.service(), false, false, next < depth ? next + 1 : random.whole(1, depth));
  }
  // From the bottom up, because a call names an operation of its callee.
  const order = [...world.services.keys()].sort((a, b) => (layers[b] ?? 0) - (layers[a] ?? 0));
  const called = new Set<number>();
  for (const at of order) addOperations(world, random, { at, layers, style, called });
  // What nobody calls is called by an operation of the layer above, or by a gateway.
  for (const at of order) {
    const layer = layers[at] ?? 0;
    if (layer === 0 || called.has(at)) continue;
    const above = random.one(order.filter((each) => (layers[each] ?? 0) < layer && !world.services[each]?.isWorker));
    random.one(world.services[above]?.operations ?? []).steps.push(callTo(world, random, above, at, false));
  }
  const spansPerSecond = random.lognormal(11, 0.4);
  const ways = [...world.services.entries()].flatMap(([service, { isEntry, operations }]) =>
    isEntry ? operations.map(({ steps }, operation) => ({ service, operation, spans: 1 + spansOf(world, steps) })) : [],
  );
  const shares = ways.map(() => random.lognormal(1, 0.6));
  const total = ways.reduce((sum, { spans }, at) => sum + spans * (shares[at] ?? 0), 0);
  for (const [at, { service, operation }] of ways.entries())
    world.entries.push({ service, operation, perSecond: (spansPerSecond * (shares[at] ?? 0)) / total });
}

interface Building {
  at: number;
  layers: readonly number[];
  style: (typeof callStyles)[number];
  called: Set<number>;
}

const maxSpans = 24;

function addOperations(world: World, random: Random, { at, layers, style, called }: Building): void {
  const service = world.services[at];
  if (service === undefined) return;
  const layer = layers[at] ?? 0;
  const below = [...world.services.keys()].filter(
    (each) => (layers[each] ?? 0) > layer && !world.services[each]?.isWorker,
  );
  const near = below.filter((each) => (layers[each] ?? 0) === layer + 1);
  const database = random.chance(layer === 0 ? 0.1 : 0.65) ? random.whole(0, world.databases.length - 1) : undefined;
  const cache = world.caches.length > 0 && random.chance(0.3) ? random.whole(0, world.caches.length - 1) : undefined;
  const party =
    world.parties.length > 0 && layer > 0 && random.chance(0.2) ? random.whole(0, world.parties.length - 1) : undefined;
  const count = service.isEntry ? random.whole(2, 4) : random.whole(1, 3);
  for (let number = 0; number < count; number++) {
    const name = operationName(random, service.isWorker ? "rpc" : style, number);
    const steps: Step[] = [{ do: "work", ms: random.lognormal(3, 0.7) }];
    if (random.chance(0.5)) steps.push({ do: "log", text: logText(random, name) });
    const callees = random.some(
      near.length > 0 && random.chance(0.75) ? near : below,
      random.whole(layer === 0 ? 1 : 0, 3),
    );
    const calls = callees.map((callee) => callTo(world, random, at, callee, random.chance(0.15)));
    for (const callee of callees) called.add(callee);
    if (calls.length > 1 && random.chance(0.4)) steps.push({ do: "together", steps: calls });
    else steps.push(...calls);
    if (database !== undefined) {
      const table = random.one(["orders", "items", "users", "events", "prices", "entries", "jobs", "documents"]);
      const isWrite = random.chance(0.3);
      const query: Step = {
        ...{ do: "query", database, isWrite, ms: random.lognormal(3, 0.6) },
        statement: `${isWrite ? random.one(["INSERT", "UPDATE"]) : "SELECT"} ${table}`,
      };
      steps.push(cache !== undefined && !isWrite ? { do: "lookup", cache, otherwise: query } : query);
    }
    if (party !== undefined && random.chance(0.6)) steps.push({ do: "ask", party, optional: random.chance(0.2) });
    const consumers = [...world.services.keys()].filter((each) => world.services[each]?.isWorker);
    if (world.brokers.length > 0 && consumers.length > 0 && !service.isWorker && random.chance(0.15)) {
      const consumer = random.one(consumers);
      steps.push({ do: "publish", broker: consumer % world.brokers.length, consumer });
    }
    steps.push({ do: "work", ms: random.lognormal(2, 0.7) });
    service.operations.push({ name, steps });
    trim(world, steps);
  }
}

/** Takes calls away until a request makes no more spans than real ones usually do. */
function trim(world: World, steps: Step[]): void {
  while (spansOf(world, steps) > maxSpans) {
    const at = steps.findLastIndex((step) => step.do === "call" || step.do === "together");
    if (at < 0) return;
    steps.splice(at, 1);
  }
}

function spansOf(world: World, steps: readonly Step[]): number {
  return steps.reduce((sum, step) => {
    if (step.do === "together") return sum + spansOf(world, step.steps);
    if (step.do === "lookup") return sum + 1 + spansOf(world, [step.otherwise]);
    if (step.do === "work" || step.do === "log") return sum;
    if (step.do !== "call") return sum + 1;
    return sum + 2 + spansOf(world, world.services[step.service]?.operations[step.operation]?.steps ?? []);
  }, 0);
}

function callTo(world: World, random: Random, caller: number, callee: number, optional: boolean): Step {
  const [from, to] = [world.services[caller], world.services[callee]];
  if (from && to && !from.policies.has(to.name))
    from.policies.set(to.name, {
      timeoutMs: random.one([500, 1_000, 2_000, 3_000, 5_000, 10_000]),
      retries: random.one([0, 0, 0, 0, 1, 1, 2, 3]),
      backoffMs: random.one([0, 50, 100, 200]),
      hasBreaker: random.chance(0.2),
      maxCalls: random.whole(4, 10),
    });
  return {
    do: "call",
    service: callee,
    operation: random.whole(0, Math.max(0, (to?.operations.length ?? 1) - 1)),
    optional,
  };
}

function operationName(random: Random, style: "http" | "rpc", number: number): string {
  const noun = random.one(["items", "orders", "quotes", "users", "lists", "states", "files", "plans", "rates"]);
  if (style === "http")
    return `${random.one(verbs)} /${random.one(["api", "v1", "v2"])}/${noun}${number === 0 ? "" : "/{id}"}`;
  return `${random.one(["Get", "List", "Find", "Create", "Update", "Check"])}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

function logText(random: Random, operation: string): string {
  return random.one([
    `handling ${operation} for user %n`,
    `request accepted id=%h`,
    `loaded %n rows in %n ms`,
    `${operation} done status=200 bytes=%n`,
  ]);
}
