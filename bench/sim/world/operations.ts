import type { Random } from "../random.ts";
import { everyStep, type Operation, type Step, type World } from "./world.ts";

/** A world while its services are made. */
export interface Building {
  world: World;
  random: Random;
  /** The layer of each service. Calls go down. */
  layers: number[];
  style: "http" | "rpc";
  /** Services that are called. */
  called: Set<number>;
}

export function layerOf({ layers }: Building, at: number): number {
  return layers[at] ?? 0;
}

/** Things that a service uses, if it uses them. */
interface Uses {
  database: number | undefined;
  cache: number | undefined;
  party: number | undefined;
}

export function addOperations(building: Building, at: number): void {
  const { world, random } = building;
  const service = world.services[at];
  if (service === undefined) return;
  const uses = usesOf(building, at);
  const count = service.isEntry ? random.whole(2, 4) : random.whole(1, 3);
  for (let number = 0; number < count; number++) {
    const operation = operationOf(building, at, uses, number);
    service.operations.push(operation);
    trim(world, operation.steps);
  }
}

function usesOf(building: Building, at: number): Uses {
  const { world, random } = building;
  const layer = layerOf(building, at);
  const oneOf = (list: readonly unknown[], isUsed: boolean) => (isUsed ? random.whole(0, list.length - 1) : undefined);
  return {
    database: oneOf(world.databases, random.chance(layer === 0 ? 0.1 : 0.65)),
    cache: oneOf(world.caches, world.caches.length > 0 && random.chance(0.3)),
    party: oneOf(world.parties, world.parties.length > 0 && layer > 0 && random.chance(0.2)),
  };
}

function operationOf(building: Building, at: number, { database, cache, party }: Uses, number: number): Operation {
  const { world, random, style } = building;
  const isWorker = world.services[at]?.isWorker ?? false;
  const name = operationName(random, isWorker ? "rpc" : style, number);
  const steps: Step[] = [{ do: "work", ms: random.lognormal(3, 0.7) }];
  if (random.chance(0.5)) steps.push({ do: "log", text: logText(random, name) });
  steps.push(...callsOf(building, at));
  if (database !== undefined) steps.push(queryOf(random, database, cache));
  if (party !== undefined && random.chance(0.6)) steps.push({ do: "ask", party, optional: random.chance(0.2) });
  if (!isWorker) steps.push(...publishing(building));
  steps.push({ do: "work", ms: random.lognormal(2, 0.7) });
  return { name, steps };
}

/** Calls of some services below, one after the other or at once. */
function callsOf(building: Building, at: number): Step[] {
  const { world, random, called } = building;
  const layer = layerOf(building, at);
  const below = [...world.services.keys()].filter(
    (each) => layerOf(building, each) > layer && !world.services[each]?.isWorker,
  );
  const near = below.filter((each) => layerOf(building, each) === layer + 1);
  const from = near.length > 0 && random.chance(0.75) ? near : below;
  const callees = random.some(from, random.whole(layer === 0 ? 1 : 0, 3));
  for (const callee of callees) called.add(callee);
  const steps = callees.map((callee) => callTo(building, at, callee, random.chance(0.15)));
  return steps.length > 1 && random.chance(0.4) ? [{ do: "together", steps }] : steps;
}

export function callTo({ world, random }: Building, caller: number, callee: number, optional: boolean): Step {
  const [from, to] = [world.services[caller], world.services[callee]];
  if (from && to && !from.policies.has(to.name))
    from.policies.set(to.name, {
      timeoutMs: random.one([500, 1_000, 2_000, 3_000, 5_000, 10_000]),
      retries: random.one([0, 0, 0, 0, 1, 1, 2, 3]),
      backoffMs: random.one([0, 50, 100, 200]),
      hasBreaker: random.chance(0.2),
      maxCalls: random.whole(4, 10),
    });
  const last = Math.max(0, (to?.operations.length ?? 1) - 1);
  return { do: "call", service: callee, operation: random.whole(0, last), optional };
}

/** What it reads may come from the cache. */
function queryOf(random: Random, database: number, cache: number | undefined): Step {
  const table = random.one(["orders", "items", "users", "events", "prices", "entries", "jobs", "documents"]);
  const isWrite = random.chance(0.3);
  const ms = random.lognormal(3, 0.6);
  const statement = `${isWrite ? random.one(["INSERT", "UPDATE"]) : "SELECT"} ${table}`;
  const query: Step = { do: "query", database, statement, ms, isWrite };
  return cache !== undefined && !isWrite ? { do: "lookup", cache, otherwise: query } : query;
}

function publishing({ world, random }: Building): Step[] {
  const { services, brokers } = world;
  const consumers = [...services.keys()].filter((each) => services[each]?.isWorker);
  if (brokers.length === 0 || consumers.length === 0 || !random.chance(0.15)) return [];
  const consumer = random.one(consumers);
  return [{ do: "publish", broker: consumer % brokers.length, consumer }];
}

const maxSpans = 24;

/** Takes calls away until a request makes no more spans than real ones usually do. */
function trim(world: World, steps: Step[]): void {
  while (spansOf(world, steps) > maxSpans) {
    const at = steps.findLastIndex((step) => step.do === "call" || step.do === "together");
    if (at < 0) return;
    steps.splice(at, 1);
  }
}

/** How many spans the steps make when all goes well. */
export function spansOf(world: World, steps: readonly Step[]): number {
  return everyStep(steps).reduce((sum, step) => {
    if (step.do === "work" || step.do === "log" || step.do === "together") return sum;
    if (step.do !== "call") return sum + 1;
    return sum + 2 + spansOf(world, world.services[step.service]?.operations[step.operation]?.steps ?? []);
  }, 0);
}

function operationName(random: Random, style: Building["style"], number: number): string {
  const noun = random.one(["items", "orders", "quotes", "users", "lists", "states", "files", "plans", "rates"]);
  if (style === "rpc")
    return `${random.one(["Get", "List", "Find", "Create", "Update", "Check"])}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const verb = random.one(["GET", "GET", "GET", "POST", "PUT"]);
  const base = random.one(["api", "v1", "v2"]);
  return `${verb} /${base}/${noun}${number === 0 ? "" : "/{id}"}`;
}

function logText(random: Random, operation: string): string {
  return random.one([
    `handling ${operation} for user %n`,
    `request accepted id=%h`,
    `loaded %n rows in %n ms`,
    `${operation} done status=200 bytes=%n`,
  ]);
}
