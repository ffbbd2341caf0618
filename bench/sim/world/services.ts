import type { Random } from "../random.ts";
import type { Names } from "./names.ts";
import { addOperations, type Building, callTo, layerOf, spansOf } from "./operations.ts";
import type { Service, World } from "./world.ts";

/** Services in layers, from gateways down. Each calls layers below its own. */
export function addServices(world: World, random: Random, names: Names, size: number): void {
  const gateways = size > 12 && random.chance(0.4) ? 2 : 1;
  const workers = world.brokers.length === 0 ? 0 : Math.min(world.brokers.length + random.whole(0, 2), size >> 2);
  const depth = random.whole(2, size < 10 ? 3 : 5);
  const building: Building = { world, random, layers: [], style: random.one(["http", "rpc"]), called: new Set() };
  for (let at = 0; at < gateways; at++) add(building, 0, { name: names.gateway(), isEntry: true, isWorker: false });
  for (let at = 0; at < workers; at++) add(building, 0, { name: names.worker(), isEntry: false, isWorker: true });
  while (world.services.length < size) {
    // Each layer has a member before any has a second one.
    const next = world.services.length - gateways - workers;
    const name = names.service();
    add(building, next < depth ? next + 1 : random.whole(1, depth), { name, isEntry: false, isWorker: false });
  }
  // From the bottom up, because a call names an operation of its callee.
  const order = [...world.services.keys()].sort((a, b) => layerOf(building, b) - layerOf(building, a));
  for (const at of order) addOperations(building, at);
  callTheUncalled(building, order);
  addEntries(world, random);
}

function add(
  { world, random, layers }: Building,
  layer: number,
  about: Pick<Service, "name" | "isEntry" | "isWorker">,
): void {
  const instances = about.isEntry ? random.whole(2, 3) : random.whole(1, 3);
  world.services.push({
    ...about,
    operations: [],
    policies: new Map(),
    places: Array.from({ length: instances }, () => random.whole(0, world.hosts.length - 1)),
    // Few, because the load is small: what happens to a request is what happens to each of many.
    threads: random.whole(2, 4),
    maxWaiting: 30,
    pool: random.whole(2, 4),
    version: `${random.whole(1, 4)}.${random.whole(0, 30)}.${random.whole(0, 9)}`,
  });
  layers.push(layer);
}

/** What nobody calls is called by an operation of a layer above. */
function callTheUncalled(building: Building, order: readonly number[]): void {
  const { world, random, called } = building;
  for (const at of order) {
    const layer = layerOf(building, at);
    if (layer === 0 || called.has(at)) continue;
    const above = random.one(
      order.filter((each) => layerOf(building, each) < layer && !world.services[each]?.isWorker),
    );
    random.one(world.services[above]?.operations ?? []).steps.push(callTo(building, above, at, false));
  }
}

/** Users ask every operation of every gateway. All worlds make about the same number of spans, of any size. */
function addEntries(world: World, random: Random): void {
  const spansPerSecond = random.lognormal(11, 0.4);
  const ways = [...world.services.entries()].flatMap(([service, { isEntry, operations }]) =>
    isEntry ? operations.map(({ steps }, operation) => ({ service, operation, spans: 1 + spansOf(world, steps) })) : [],
  );
  const shares = ways.map(() => random.lognormal(1, 0.6));
  const total = ways.reduce((sum, { spans }, at) => sum + spans * (shares[at] ?? 0), 0);
  for (const [at, { service, operation }] of ways.entries())
    world.entries.push({ service, operation, perSecond: (spansPerSecond * (shares[at] ?? 0)) / total });
}
