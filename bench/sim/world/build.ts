import type { Random } from "../random.ts";
import { namesOf } from "./names.ts";
import { addServices } from "./services.ts";
import type { World } from "./world.ts";

const minute = 60_000;

/** A random world. Its size is the number of services. */
export function worldOf(random: Random, size = sizeOf(random)): World {
  const names = namesOf(random.fork("names"));
  const hosts = Array.from({ length: Math.max(2, Math.round(size / random.between(2, 6))) }, (_, at) => ({
    name: names.host(at),
    cores: random.one([2, 4, 4, 8]),
  }));
  const place = () => random.whole(0, hosts.length - 1);
  const some = (least: number, part: number) => Math.max(least, Math.round(size * part * random.between(0.6, 1.4)));
  const world: World = {
    services: [],
    databases: times(some(1, 0.25), () => ({
      name: names.database(),
      place: place(),
      workers: random.whole(2, 4),
      maxConnections: random.whole(8, 20),
    })),
    caches: times(random.whole(0, some(1, 0.12)), () => ({
      name: names.cache(),
      place: place(),
      hitRatio: random.between(0.8, 0.97),
    })),
    brokers: times(random.whole(0, some(1, 0.06)), () => ({ name: names.broker(), place: place() })),
    parties: times(random.whole(0, some(1, 0.1)), () => ({
      name: names.thirdParty(),
      ms: random.lognormal(90, 0.5),
      spread: random.between(0.2, 0.5),
    })),
    hosts,
    jobs: times(random.whole(0, 2), () => ({
      name: names.batchJob(),
      place: place(),
      everyMs: minute * random.whole(10, 40),
      lastsMs: 1_000 * random.whole(20, 90),
      cores: random.between(0.3, 1.2),
    })),
    entries: [],
  };
  addServices(world, random, names, size);
  return world;
}

/** From 5 to 60, small ones as often as large ones. */
function sizeOf(random: Random): number {
  return Math.round(5 * 12 ** random.next());
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
