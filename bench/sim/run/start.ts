import type { Random } from "../random.ts";
import type { Broker, Cache, Database, Host, Service, ThirdParty, World } from "../world/world.ts";
import type {
  BrokerState,
  CacheState,
  DatabaseState,
  HostState,
  InstanceState,
  PartyState,
  ServiceState,
} from "./states.ts";

export interface States {
  hosts: HostState[];
  services: ServiceState[];
  databases: DatabaseState[];
  caches: CacheState[];
  brokers: BrokerState[];
  parties: PartyState[];
}

/** The states of things before anything happens: all is well. */
export function statesOf(world: World, random: Random): States {
  const hosts = world.hosts.map((host) => hostOf(host, random));
  const hostAt = (place: number) => hosts[place] as HostState;
  return {
    hosts,
    services: world.services.map((service, at) => serviceOf(service, at, hostAt, random)),
    databases: world.databases.map((database) => databaseOf(database, hostAt(database.place))),
    caches: world.caches.map((cache) => cacheOf(cache, hostAt(cache.place))),
    brokers: world.brokers.map((broker) => brokerOf(broker, hostAt(broker.place))),
    parties: world.parties.map(partyOf),
  };
}

function hostOf({ name, cores }: Host, random: Random): HostState {
  return {
    name,
    cores,
    running: 0,
    background: 0,
    isUp: true,
    diskSlow: 1,
    diskFree: random.between(0.3, 0.8),
    loss: 0,
    delayMs: 0,
    cpuMs: 0,
  };
}

function serviceOf(
  { name, operations, maxWaiting, version, threads, pool, policies, places }: Service,
  at: number,
  hostAt: (place: number) => HostState,
  random: Random,
): ServiceState {
  const service: ServiceState = {
    name,
    at,
    operations,
    maxWaiting,
    version,
    instances: [],
    threads,
    pool,
    policies: new Map(policies),
    slow: 1,
    extraMs: 0,
    failing: 0,
    errorText: "",
    onlyOperation: undefined,
    stopsAfter: undefined,
    repeats: 1,
    broken: new Map(),
    ownCalls: 0,
    usesCache: true,
    cpuMs: 0,
    served: 0,
    servedFailed: 0,
    servedMs: 0,
  };
  service.instances = places.map((place, number) => instanceOf(service, number, hostAt(place), random));
  return service;
}

function instanceOf(service: ServiceState, number: number, host: HostState, random: Random): InstanceState {
  return {
    service,
    number,
    host,
    isUp: true,
    busy: 0,
    waiting: [],
    slow: 1,
    failing: 0,
    pausedUntil: 0,
    pausedMs: 0,
    memory: random.between(0.3, 0.5),
    restarts: 0,
    connections: 0,
    leaked: 0,
    waitingForPool: [],
    stuck: 0,
    outgoing: new Map(),
  };
}

function databaseOf({ name, workers, maxConnections }: Database, host: HostState): DatabaseState {
  return {
    name,
    host,
    workers,
    maxConnections,
    isUp: true,
    busy: 0,
    waiting: [],
    connections: 0,
    slow: 1,
    slowStatements: new Map(),
    failingWrites: 0,
    errorText: "",
    lockMs: 0,
    lockWaits: 0,
    statements: 0,
    cpuMs: 0,
  };
}

function cacheOf({ name, hitRatio }: Cache, host: HostState): CacheState {
  return { name, host, isUp: true, hitRatio, usualHitRatio: hitRatio, ms: 0.5, lookups: 0, hits: 0, evictions: 0 };
}

function brokerOf({ name }: Broker, host: HostState): BrokerState {
  return { name, host, isUp: true, ms: 2, queues: new Map(), published: 0, consumed: 0 };
}

function partyOf({ name, ms, spread }: ThirdParty): PartyState {
  return { name, ms, spread, slow: 1, failing: 0, hanging: 0, errorText: "503 Service Unavailable" };
}
