import type { World } from "../world/world.ts";
import type { FaultPlace } from "./fault.ts";

// Names of what people would have to mend.

export const theService = ({ services }: World, { service = 0 }: FaultPlace) => [services[service]?.name ?? ""];
export const theCallee = ({ services }: World, { callee = 0 }: FaultPlace) => [services[callee]?.name ?? ""];
export const bothServices = (world: World, place: FaultPlace) => [
  ...theService(world, place),
  ...theCallee(world, place),
];
export const theDatabase = ({ databases }: World, { database = 0 }: FaultPlace) => [databases[database]?.name ?? ""];
export const theCache = ({ caches }: World, { cache = 0 }: FaultPlace) => [caches[cache]?.name ?? ""];
export const theBroker = ({ brokers }: World, { broker = 0 }: FaultPlace) => [brokers[broker]?.name ?? ""];
export const theParty = ({ parties }: World, { party = 0 }: FaultPlace) => [parties[party]?.name ?? ""];
export const theHost = ({ hosts }: World, { host = 0 }: FaultPlace) => [hosts[host]?.name ?? ""];
export const theHostAndItsDatabases = (world: World, { host = 0 }: FaultPlace) => [
  ...theHost(world, { host }),
  ...world.databases.filter(({ place }) => place === host).map(({ name }) => name),
];
export const nobody = () => [];
