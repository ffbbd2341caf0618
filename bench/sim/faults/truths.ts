import type { World } from "../world/world.ts";
import type { Place } from "./fault.ts";

// Names of what people would have to mend.

export const theService = ({ services }: World, { service = 0 }: Place) => [services[service]?.name ?? ""];
export const theCallee = ({ services }: World, { callee = 0 }: Place) => [services[callee]?.name ?? ""];
export const bothServices = (world: World, place: Place) => [...theService(world, place), ...theCallee(world, place)];
export const theDatabase = ({ databases }: World, { database = 0 }: Place) => [databases[database]?.name ?? ""];
export const theCache = ({ caches }: World, { cache = 0 }: Place) => [caches[cache]?.name ?? ""];
export const theBroker = ({ brokers }: World, { broker = 0 }: Place) => [brokers[broker]?.name ?? ""];
export const theParty = ({ parties }: World, { party = 0 }: Place) => [parties[party]?.name ?? ""];
export const theHost = ({ hosts }: World, { host = 0 }: Place) => [hosts[host]?.name ?? ""];
export const theHostAndItsDatabases = (world: World, { host = 0 }: Place) => [
  ...theHost(world, { host }),
  ...world.databases.filter(({ place }) => place === host).map(({ name }) => name),
];
export const nobody = () => [];
