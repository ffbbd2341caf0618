import type { Random } from "../random.ts";
import type { Measure, Quantity } from "../signals.ts";
import { isReachable } from "./requests.ts";
import type { Running } from "./running.ts";
import type { BrokerState, CacheState, DatabaseState, HostState, InstanceState, ServiceState } from "./states.ts";

// Every minute each thing that is up measures itself, and begins to count from zero.

const measureMs = 60_000;
const perSecond = (count: number) => (count * 1_000) / measureMs;

type Figures = Partial<Record<Quantity, number>>;

export function startMeasures(running: Running): void {
  running.every(measureMs, () => measure(running));
}

function measure(running: Running): void {
  const { found, now: at, random, services } = running;
  const add = (thing: string, kind: Measure["kind"], figures: Figures, part = "") => {
    for (const [quantity, value] of Object.entries(figures) as [Quantity, number][])
      found.measures.push({ at, thing, kind, quantity, part, value });
  };
  for (const host of running.hosts.filter((each) => each.isUp)) add(host.name, "host", figuresOfHost(host, random));
  for (const service of services) {
    const instances = service.instances.filter(isReachable);
    if (instances.length > 0) add(service.name, "service", figuresOfService(service, random));
    for (const instance of instances)
      add(service.name, "service", figuresOfInstance(instance, random), `${service.name}-${instance.number}`);
  }
  for (const database of running.databases.filter(isAlive))
    add(database.name, "database", figuresOfDatabase(database, random));
  for (const cache of running.caches.filter(isAlive)) add(cache.name, "cache", figuresOfCache(cache, random));
  for (const broker of running.brokers.filter(isAlive)) {
    for (const [consumer, queue] of broker.queues)
      add(broker.name, "broker", { "messages waiting": queue.length }, services[consumer]?.name);
    add(broker.name, "broker", figuresOfBroker(broker));
  }
}

function isAlive({ isUp, host }: DatabaseState | CacheState | BrokerState): boolean {
  return isUp && host.isUp;
}

function noisy(random: Random, value: number, noise: number): number {
  return Math.max(0, value * random.lognormal(1, noise));
}

function figuresOfHost(host: HostState, random: Random): Figures {
  const { cpuMs, cores, background } = host;
  host.cpuMs = 0;
  return {
    cpu: Math.min(1, noisy(random, cpuMs / measureMs / cores + background / cores + 0.05, 0.15)),
    memory: random.between(0.5, 0.55),
    "disk busy": Math.min(1, noisy(random, 0.05 * host.diskSlow, 0.3)),
    "disk free": host.diskFree,
    "network errors": noisy(random, host.loss * 200 + 0.1, 0.5),
  };
}

function figuresOfService(service: ServiceState, random: Random): Figures {
  const { cpuMs, served, servedFailed, servedMs, instances } = service;
  Object.assign(service, { cpuMs: 0, served: 0, servedFailed: 0, servedMs: 0 });
  return {
    cpu: noisy(random, cpuMs / measureMs / instances.length + 0.01, 0.2),
    requests: served,
    ...(served > 0 && { "failed requests": servedFailed / served, latency: servedMs / served }),
  };
}

function figuresOfInstance(instance: InstanceState, random: Random): Figures {
  const { pausedMs } = instance;
  instance.pausedMs = 0;
  return {
    memory: Math.min(1, noisy(random, instance.memory, 0.02)),
    "threads busy": instance.busy + instance.stuck,
    "requests waiting": instance.waiting.length,
    "pool in use": instance.connections + instance.leaked,
    "pool waiting": instance.waitingForPool.length,
    "gc pause": noisy(random, pausedMs + 4, 0.3),
    restarts: instance.restarts,
  };
}

function figuresOfDatabase(database: DatabaseState, random: Random): Figures {
  const { cpuMs, statements, lockWaits } = database;
  Object.assign(database, { cpuMs: 0, statements: 0, lockWaits: 0 });
  return {
    cpu: Math.min(1, noisy(random, cpuMs / measureMs / database.workers + 0.02, 0.2)),
    connections: database.connections + 4,
    statements: perSecond(statements),
    "statements waiting": database.waiting.length,
    "lock waits": lockWaits,
    "disk free": database.host.diskFree,
  };
}

function figuresOfCache(cache: CacheState, random: Random): Figures {
  const { lookups, hits, evictions } = cache;
  Object.assign(cache, { lookups: 0, hits: 0, evictions: 0 });
  return {
    lookups: perSecond(lookups),
    ...(lookups > 0 && { "hit ratio": hits / lookups }),
    evictions: perSecond(evictions),
    memory: evictions > 0 ? random.between(0.97, 1) : random.between(0.6, 0.65),
  };
}

function figuresOfBroker(broker: BrokerState): Figures {
  const { published, consumed } = broker;
  Object.assign(broker, { published: 0, consumed: 0 });
  return { "messages published": perSecond(published), "messages consumed": perSecond(consumed) };
}
