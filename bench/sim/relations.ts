import type { Random } from "./random.ts";
import { everyStep, type Service, type Step, type World } from "./world/world.ts";

/** The first depends on the second, or runs on it. */
export interface Relation {
  from: string;
  to: string;
}

/** The part of the true relations that people have written down. */
export function relationsOf(world: World, random: Random, part: number): Relation[] {
  const { services, hosts, databases, caches, brokers } = world;
  const all = services.flatMap((service) => relationsOfService(world, service));
  for (const { name, place } of [...databases, ...caches, ...brokers])
    all.push({ from: name, to: hosts[place]?.name ?? "" });
  const distinct = [...new Map(all.map((each) => [`${each.from} ${each.to}`, each])).values()];
  return distinct.filter(() => random.chance(part));
}

function relationsOfService(world: World, { name, places, operations }: Service): Relation[] {
  const hosts = [...new Set(places)].map((place) => world.hosts[place]?.name ?? "");
  const used = everyStep(operations.flatMap(({ steps }) => steps)).flatMap((step) => usedBy(world, step));
  return [...hosts, ...used].map((to) => ({ from: name, to }));
}

/** The name of what a step uses. Third parties are not in the CMDB. */
function usedBy({ services, databases, caches, brokers }: World, step: Step): string[] {
  switch (step.do) {
    case "call":
      return [services[step.service]?.name ?? ""];
    case "query":
      return [databases[step.database]?.name ?? ""];
    case "lookup":
      return [caches[step.cache]?.name ?? ""];
    case "publish":
      return [brokers[step.broker]?.name ?? ""];
    default:
      return [];
  }
}
