import { everyStep, type StepOf, type World } from "../world/world.ts";
import type { FaultPlace } from "./fault.ts";

// Places where faults can be.

export const anywhere = (): FaultPlace[] => [{}];

/** Gateways only in small worlds, because most faults are behind them. */
export const inner = ({ services }: World): FaultPlace[] =>
  services.flatMap(({ isWorker, isEntry }, service) =>
    isWorker || (isEntry && services.length > 8) ? [] : [{ service }],
  );
export const entries = ({ services }: World): FaultPlace[] =>
  services.flatMap(({ isEntry }, service) => (isEntry ? [{ service }] : []));
export const workers = ({ services }: World): FaultPlace[] =>
  services.flatMap(({ isWorker }, service) => (isWorker ? [{ service }] : []));
export const withInstances = (world: World): FaultPlace[] =>
  inner(world).filter(({ service = 0 }) => (world.services[service]?.places.length ?? 0) > 1);
export const withCache = ({ services }: World): FaultPlace[] =>
  services.flatMap(({ operations }, service) =>
    operations.some(({ steps }) => steps.some((step) => step.do === "lookup")) ? [{ service }] : [],
  );

export const databases = (world: World): FaultPlace[] => world.databases.map((_, database) => ({ database }));
export const caches = (world: World): FaultPlace[] => world.caches.map((_, cache) => ({ cache }));
export const brokers = (world: World): FaultPlace[] => world.brokers.map((_, broker) => ({ broker }));
export const parties = (world: World): FaultPlace[] => world.parties.map((_, party) => ({ party }));

/** Hosts on which anything runs. */
export const busyHosts = ({ services, databases }: World): FaultPlace[] =>
  [...new Set([...services.flatMap(({ places }) => places), ...databases.map(({ place }) => place)])].map((host) => ({
    host,
  }));
export const hostsOfDatabases = ({ databases }: World): FaultPlace[] =>
  [...new Set(databases.map(({ place }) => place))].map((host) => ({ host }));

/** Every caller with what it calls. */
export const calls = (world: World): FaultPlace[] =>
  callers(world, "call", (step, service) => ({ service, callee: step.service }));
export const queries = (world: World): FaultPlace[] =>
  callers(world, "query", ({ database }, service) => ({ service, database }));
export const asks = (world: World): FaultPlace[] => callers(world, "ask", ({ party }, service) => ({ service, party }));

function callers<Kind extends "call" | "query" | "ask">(
  { services }: World,
  kind: Kind,
  placeOf: (step: StepOf<Kind>, service: number) => FaultPlace,
): FaultPlace[] {
  const isOfKind = (step: { do: string }): step is StepOf<Kind> => step.do === kind;
  const found = services.flatMap(({ operations }, service) =>
    everyStep(operations.flatMap(({ steps }) => steps))
      .filter(isOfKind)
      .map((step) => placeOf(step, service)),
  );
  return [...new Map(found.map((place) => [Object.values(place).join(), place])).values()];
}
