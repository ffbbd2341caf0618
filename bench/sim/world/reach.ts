import { everyStep, type World } from "./world.ts";

/** The places of things in the lists of the world. */
export interface Reached {
  services: Set<number>;
  databases: Set<number>;
  caches: Set<number>;
  brokers: Set<number>;
  parties: Set<number>;
}

/** Everything that requests of users can come to. */
export function reachedIn(world: World): Reached {
  const reached: Reached = {
    services: new Set(),
    databases: new Set(),
    caches: new Set(),
    brokers: new Set(),
    parties: new Set(),
  };
  for (const { service } of world.entries) reach(world, reached, service);
  return reached;
}

function reach(world: World, reached: Reached, service: number): void {
  if (reached.services.has(service)) return;
  reached.services.add(service);
  for (const step of everyStep(world.services[service]?.operations.flatMap(({ steps }) => steps) ?? [])) {
    if (step.do === "call") reach(world, reached, step.service);
    else if (step.do === "query") reached.databases.add(step.database);
    else if (step.do === "ask") reached.parties.add(step.party);
    else if (step.do === "lookup") reached.caches.add(step.cache);
    else if (step.do === "publish") {
      reached.brokers.add(step.broker);
      reach(world, reached, step.consumer);
    }
  }
}
