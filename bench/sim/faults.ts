import type { Random } from "./random.ts";
import type { Run } from "./run/running.ts";
import type { CacheState, DatabaseState, HostState, InstanceState, PartyState, ServiceState } from "./run/states.ts";
import type { Step, World } from "./world/world.ts";

/** Where a fault is. The numbers are places in the lists of the world. */
export interface Place {
  service?: number;
  callee?: number;
  database?: number;
  cache?: number;
  broker?: number;
  party?: number;
  host?: number;
}

export interface FaultSpec {
  /** Of what it is a fault. Kinds of one family have much in common. */
  family:
    | "code"
    | "capacity"
    | "calls"
    | "database"
    | "cache"
    | "messages"
    | "third party"
    | "host"
    | "network"
    | "load"
    | "nothing";
  /** Places where it makes sense. */
  places(world: World): Place[];
  /** Changes states now, and plans what follows. `strength` is from 0 to 1. */
  begin(run: Run, place: Place, strength: number, random: Random): void;
  /** What people would have to mend. Empty: nothing. */
  truth(world: World, place: Place): string[];
  /** It comes with a new version or a new configuration. */
  arrives?: "version" | "configuration";
}

const grow = (strength: number, low: number, high: number) => low * (high / low) ** strength;

const inner = ({ services }: World): Place[] =>
  services.flatMap(({ isWorker, isEntry }, service) =>
    isWorker || (isEntry && services.length > 8) ? [] : [{ service }],
  );
const workers = ({ services }: World): Place[] =>
  services.flatMap(({ isWorker }, service) => (isWorker ? [{ service }] : []));
const each = (list: readonly unknown[], key: "database" | "cache" | "broker" | "party" | "host"): Place[] =>
  list.map((_, at) => ({ [key]: at }));

/** Every caller with what it calls. */
function calling(world: World, of: "call" | "query" | "ask"): Place[] {
  const found = new Map<string, Place>();
  const collect = (service: number, steps: readonly Step[]): void => {
    for (const step of steps) {
      if (step.do === "together") collect(service, step.steps);
      else if (step.do === "lookup") collect(service, [step.otherwise]);
      else if (step.do === "call" && of === "call")
        found.set(`${service} ${step.service}`, { service, callee: step.service });
      else if (step.do === "query" && of === "query")
        found.set(`${service} ${step.database}`, { service, database: step.database });
      else if (step.do === "ask" && of === "ask") found.set(`${service} ${step.party}`, { service, party: step.party });
    }
  };
  for (const [service, { operations }] of world.services.entries())
    for (const { steps } of operations) collect(service, steps);
  return [...found.values()];
}

const serviceOf = (run: Run, { service = 0 }: Place): ServiceState => run.services[service] as ServiceState;
const calleeOf = (run: Run, { callee = 0 }: Place): ServiceState => run.services[callee] as ServiceState;
const databaseOf = (run: Run, { database = 0 }: Place): DatabaseState => run.databases[database] as DatabaseState;
const cacheOf = (run: Run, { cache = 0 }: Place): CacheState => run.caches[cache] as CacheState;
const partyOf = (run: Run, { party = 0 }: Place): PartyState => run.parties[party] as PartyState;
const hostOf = (run: Run, { host = 0 }: Place): HostState => run.hosts[host] as HostState;
const anInstance = (service: ServiceState, random: Random): InstanceState => random.one(service.instances);

const theService = ({ services }: World, { service = 0 }: Place) => [services[service]?.name ?? ""];
const theDatabase = ({ databases }: World, { database = 0 }: Place) => [databases[database]?.name ?? ""];
const theCache = ({ caches }: World, { cache = 0 }: Place) => [caches[cache]?.name ?? ""];
const theBroker = ({ brokers }: World, { broker = 0 }: Place) => [brokers[broker]?.name ?? ""];
const theParty = ({ parties }: World, { party = 0 }: Place) => [parties[party]?.name ?? ""];
const theHost = ({ hosts }: World, { host = 0 }: Place) => [hosts[host]?.name ?? ""];
const nobody = () => [];

const exceptions = [
  "NullPointerException at OrderMapper.java:%n",
  "TypeError: Cannot read properties of undefined (reading 'id')",
  "KeyError: 'currency'",
  "panic: runtime error: index out of range [%n]",
  "IllegalStateException: no mapping for state 7",
  "could not decode message: unexpected end of JSON input",
];

/** Lets a state come and go. */
function nowAndThen(run: Run, random: Random, on: () => void, off: () => void): void {
  const begin = () => {
    on();
    run.in(random.between(8_000, 25_000), () => {
      off();
      run.in(random.between(5_000, 20_000), begin);
    });
  };
  begin();
}

function deploy(service: ServiceState, random: Random): void {
  const [major = "1", minor = "0"] = service.version.split(".");
  service.version = `${major}.${Number(minor) + random.whole(1, 3)}.${random.whole(0, 4)}`;
}

/** Whether anything runs on a host. */
function busyHosts(world: World): Place[] {
  const used = new Set([
    ...world.services.flatMap(({ places }) => places),
    ...world.databases.map(({ place }) => place),
  ]);
  return [...used].map((host) => ({ host }));
}

export const faults = {
  "slow code": {
    family: "code",
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.extraMs += grow(strength, 30, 900);
    },
  },
  "slow operation": {
    family: "code",
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.onlyOperation = 0;
      service.extraMs += grow(strength, 80, 2_000);
    },
  },
  "busy code": {
    family: "code",
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      serviceOf(run, place).slow = grow(strength, 6, 60);
    },
  },
  exceptions: {
    family: "code",
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      service.failing = grow(strength, 0.06, 0.9);
      service.errorText = random.one(exceptions);
    },
  },
  "exceptions of a version": {
    family: "code",
    places: inner,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.failing = grow(strength, 0.06, 0.9);
      service.errorText = random.one(exceptions);
    },
  },
  "slow version": {
    family: "code",
    places: inner,
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.extraMs += grow(strength, 40, 1_200);
    },
  },
  "one query becomes many": {
    family: "code",
    places: (world) => calling(world, "query"),
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.repeats = grow(strength, 6, 40);
    },
  },
  "one call becomes many": {
    family: "code",
    places: (world) => calling(world, "call"),
    truth: theService,
    arrives: "version",
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.repeats = grow(strength, 4, 15);
    },
  },
  "returns early": {
    family: "code",
    places: (world) => calling(world, "call"),
    truth: theService,
    arrives: "version",
    begin: (run, place, _, random) => {
      const service = serviceOf(run, place);
      deploy(service, random);
      service.stopsAfter = 1;
      service.failing = 0.3;
      service.errorText = "ValidationError: total is missing";
    },
  },
  "caches no longer": {
    family: "code",
    places: (world) =>
      world.services.flatMap(({ operations }, service) =>
        operations.some(({ steps }) => steps.some((step) => step.do === "lookup")) ? [{ service }] : [],
      ),
    truth: theService,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.usesCache = false;
      service.slow = grow(strength, 1.2, 4);
    },
  },
  "floods the log": {
    family: "code",
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.slow = grow(strength, 3, 10);
      for (const { host } of service.instances) host.diskSlow = grow(strength, 3, 12);
      run.every(400, () => run.log(service, "warn", "unexpected state %n of session %h, ignoring"));
    },
  },
  "memory leak": {
    family: "capacity",
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      for (const instance of serviceOf(run, place).instances) {
        run.every(5_000, () => {
          instance.memory = Math.min(0.99, instance.memory + 0.02 + 0.03 * strength);
          if (instance.memory < 0.85) return;
          const pause = (instance.memory - 0.8) * 6_000 * random.between(0.5, 1.5);
          instance.pausedUntil = Math.max(instance.pausedUntil, run.now + pause);
          instance.pausedMs += pause;
          if (instance.memory < 0.985 || !instance.isUp) return;
          instance.isUp = false;
          instance.restarts += 1;
          run.log(serviceOf(run, place), "error", "java.lang.OutOfMemoryError: Java heap space");
          run.in(12_000, () => {
            instance.isUp = true;
            instance.memory = 0.6;
          });
        });
      }
    },
  },
  "garbage collection": {
    family: "capacity",
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      for (const instance of serviceOf(run, place).instances)
        run.every(random.between(1_500, 3_000), () => {
          const pause = grow(strength, 250, 1_500) * random.between(0.6, 1.4);
          instance.pausedUntil = run.now + pause;
          instance.pausedMs += pause;
          instance.memory = random.between(0.85, 0.95);
        });
    },
  },
  "stuck threads": {
    family: "capacity",
    places: inner,
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      run.every(6_000 - 4_000 * strength, () => {
        for (const instance of service.instances)
          instance.stuck = Math.min(service.threads - (strength > 0.7 ? 0 : 1), instance.stuck + 1);
      });
    },
  },
  "leaking pool": {
    family: "capacity",
    places: (world) => calling(world, "query"),
    truth: theService,
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      run.every(9_000 - 6_000 * strength, () => {
        for (const instance of service.instances) instance.leaked = Math.min(service.pool, instance.leaked + 1);
      });
    },
  },
  "too few threads": {
    family: "capacity",
    places: inner,
    truth: theService,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const service = serviceOf(run, place);
      service.threads = 1;
      service.slow = grow(strength, 4, 14);
    },
  },
  "crash loop": {
    family: "capacity",
    places: inner,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      for (const instance of service.instances)
        run.in(random.between(0, 20_000), () =>
          nowAndThen(
            run,
            random,
            () => {
              instance.isUp = false;
              instance.restarts += 1;
              run.log(
                service,
                "error",
                random.one(["fatal: config key DB_URL is missing", "exit status 137", "panic: nil pointer"]),
              );
            },
            () => {
              instance.isUp = random.chance(1 - 0.7 * strength);
            },
          ),
        );
    },
  },
  "service down": {
    family: "capacity",
    places: inner,
    truth: theService,
    begin: (run, place) => {
      for (const instance of serviceOf(run, place).instances) instance.isUp = false;
    },
  },
  "one bad instance": {
    family: "capacity",
    places: (world) => inner(world).filter(({ service = 0 }) => (world.services[service]?.places.length ?? 0) > 1),
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      const instance = anInstance(service, random);
      if (random.chance(0.5)) instance.slow = grow(strength, 15, 100);
      else {
        instance.failing = grow(strength, 0.3, 1);
        service.errorText = random.one(exceptions);
      }
    },
  },
  "timeout too short": {
    family: "calls",
    places: (world) => calling(world, "call"),
    truth: theService,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const [service, callee] = [serviceOf(run, place), calleeOf(run, place).name];
      const policy = service.policies.get(callee);
      if (policy) service.policies.set(callee, { ...policy, timeoutMs: grow(1 - strength, 3, 14), retries: 0 });
    },
  },
  "wrong address": {
    family: "calls",
    places: (world) => calling(world, "call"),
    truth: theService,
    arrives: "configuration",
    begin: (run, place, _, random) => {
      const callee = calleeOf(run, place).name;
      const text = random.one([
        `getaddrinfo ENOTFOUND ${callee}.old.internal`,
        "401 Unauthorized: invalid client secret",
        "403 Forbidden",
      ]);
      serviceOf(run, place).broken.set(callee, text);
    },
  },
  "wrong password": {
    family: "calls",
    places: (world) => calling(world, "query"),
    truth: theService,
    arrives: "configuration",
    begin: (run, place) => {
      serviceOf(run, place).broken.set(
        databaseOf(run, place).name,
        "FATAL: password authentication failed for user app",
      );
    },
  },
  "storm of calls": {
    family: "calls",
    places: (world) => calling(world, "call"),
    truth: theService,
    begin: (run, place, strength) => {
      serviceOf(run, place).ownCalls = Math.round(grow(strength, 3, 12));
    },
  },
  "slow statement": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place, strength) => {
      const database = databaseOf(run, place);
      for (const table of ["orders", "items", "users", "events"])
        database.slowStatements.set(`SELECT ${table}`, grow(strength, 20, 400));
    },
  },
  "slow database": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place, strength) => {
      databaseOf(run, place).slow = grow(strength, 12, 200);
    },
  },
  "lock contention": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place, strength) => {
      databaseOf(run, place).lockMs = grow(strength, 200, 3_000);
    },
  },
  "too few connections": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    arrives: "configuration",
    begin: (run, place, strength) => {
      const database = databaseOf(run, place);
      database.maxConnections = strength > 0.5 ? 0 : 1;
      database.slow = 4;
    },
  },
  "database down": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place) => {
      databaseOf(run, place).isUp = false;
    },
  },
  "database fails over": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place, _, random) => {
      const database = databaseOf(run, place);
      nowAndThen(
        run,
        random,
        () => {
          database.isUp = false;
        },
        () => {
          database.isUp = true;
        },
      );
    },
  },
  "database disk full": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place) => {
      const database = databaseOf(run, place);
      database.host.diskFree = 0;
      database.failingWrites = 1;
      database.errorText = "could not extend file: No space left on device";
    },
  },
  "database is backed up": {
    family: "database",
    places: ({ databases }) => each(databases, "database"),
    truth: theDatabase,
    begin: (run, place, strength) => {
      const database = databaseOf(run, place);
      database.slow = grow(strength, 6, 30);
      database.host.diskSlow = grow(strength, 3, 10);
    },
  },
  "cache evicts": {
    family: "cache",
    places: ({ caches }) => each(caches, "cache"),
    truth: theCache,
    begin: (run, place, strength) => {
      const cache = cacheOf(run, place);
      cache.hitRatio = 0.25 * (1 - strength);
      for (const database of run.databases) database.slow = Math.max(database.slow, grow(strength, 2, 8));
    },
  },
  "cache down": {
    family: "cache",
    places: ({ caches }) => each(caches, "cache"),
    truth: theCache,
    begin: (run, place) => {
      cacheOf(run, place).isUp = false;
      for (const database of run.databases) database.slow = Math.max(database.slow, 5);
    },
  },
  "slow cache": {
    family: "cache",
    places: ({ caches }) => each(caches, "cache"),
    truth: theCache,
    begin: (run, place, strength) => {
      cacheOf(run, place).ms = grow(strength, 60, 240);
    },
  },
  "stuck consumer": {
    family: "messages",
    places: workers,
    truth: theService,
    begin: (run, place) => {
      for (const instance of serviceOf(run, place).instances) instance.stuck = 2;
    },
  },
  "slow consumer": {
    family: "messages",
    places: workers,
    truth: theService,
    begin: (run, place, strength) => {
      serviceOf(run, place).extraMs += grow(strength, 800, 6_000);
    },
  },
  "poison messages": {
    family: "messages",
    places: workers,
    truth: theService,
    begin: (run, place, strength, random) => {
      const service = serviceOf(run, place);
      service.failing = grow(strength, 0.3, 1);
      service.errorText = random.one(exceptions);
    },
  },
  "slow broker": {
    family: "messages",
    places: ({ brokers }) => each(brokers, "broker"),
    truth: theBroker,
    begin: (run, { broker = 0 }, strength) => {
      const state = run.brokers[broker];
      if (state) state.ms = grow(strength, 200, 3_000);
    },
  },
  "broker down": {
    family: "messages",
    places: ({ brokers }) => each(brokers, "broker"),
    truth: theBroker,
    begin: (run, { broker = 0 }) => {
      const state = run.brokers[broker];
      if (state) state.isUp = false;
    },
  },
  "slow third party": {
    family: "third party",
    places: ({ parties }) => each(parties, "party"),
    truth: theParty,
    begin: (run, place, strength) => {
      partyOf(run, place).slow = grow(strength, 6, 50);
    },
  },
  "failing third party": {
    family: "third party",
    places: ({ parties }) => each(parties, "party"),
    truth: theParty,
    begin: (run, place, strength) => {
      partyOf(run, place).failing = grow(strength, 0.15, 1);
    },
  },
  "third party hangs": {
    family: "third party",
    places: ({ parties }) => each(parties, "party"),
    truth: theParty,
    begin: (run, place, strength) => {
      partyOf(run, place).hanging = grow(strength, 0.1, 0.8);
    },
  },
  "third party limits": {
    family: "third party",
    places: ({ parties }) => each(parties, "party"),
    truth: theParty,
    begin: (run, place, strength) => {
      const party = partyOf(run, place);
      party.failing = grow(strength, 0.2, 0.7);
      party.errorText = "429 Too Many Requests";
    },
  },
  "names do not resolve": {
    family: "network",
    places: (world) => calling(world, "ask"),
    truth: theService,
    begin: (run, place, strength, random) => {
      const [service, party] = [serviceOf(run, place), partyOf(run, place).name];
      const fail = () => service.broken.set(party, `getaddrinfo EAI_AGAIN ${party}`);
      if (strength > 0.5) fail();
      else nowAndThen(run, random, fail, () => service.broken.delete(party));
    },
  },
  "expired certificate": {
    family: "network",
    places: (world) => calling(world, "call"),
    truth: (world, { callee = 0 }) => [world.services[callee]?.name ?? ""],
    begin: (run, place) => {
      const { name } = calleeOf(run, place);
      for (const service of run.services)
        if (service.policies.has(name)) service.broken.set(name, `x509: certificate of ${name} has expired`);
    },
  },
  "noisy neighbour": {
    family: "host",
    places: busyHosts,
    truth: theHost,
    begin: (run, place, strength) => {
      const host = hostOf(run, place);
      host.background += host.cores * grow(strength, 4, 30);
    },
  },
  "slow disk": {
    family: "host",
    places: ({ databases }) => [...new Set(databases.map(({ place }) => place))].map((host) => ({ host })),
    truth: (world, { host = 0 }) => [
      ...theHost(world, { host }),
      ...world.databases.filter(({ place }) => place === host).map(({ name }) => name),
    ],
    begin: (run, place, strength) => {
      hostOf(run, place).diskSlow = grow(strength, 30, 300);
    },
  },
  "host down": {
    family: "host",
    places: busyHosts,
    truth: theHost,
    begin: (run, place) => {
      hostOf(run, place).isUp = false;
    },
  },
  "lossy host": {
    family: "network",
    places: busyHosts,
    truth: theHost,
    begin: (run, place, strength) => {
      hostOf(run, place).loss = grow(strength, 0.06, 0.5);
    },
  },
  "distant host": {
    family: "network",
    places: busyHosts,
    truth: theHost,
    begin: (run, place, strength) => {
      hostOf(run, place).delayMs = grow(strength, 40, 500);
    },
  },
  "cut connection": {
    family: "network",
    places: (world) => calling(world, "call"),
    truth: (world, { service = 0, callee = 0 }) => [
      world.services[service]?.name ?? "",
      world.services[callee]?.name ?? "",
    ],
    begin: (run, place) => {
      const callee = calleeOf(run, place).name;
      serviceOf(run, place).broken.set(callee, `connect EHOSTUNREACH ${callee}:8080`);
    },
  },
  "more users": {
    family: "load",
    places: ({ services }) => services.flatMap(({ isEntry }, service) => (isEntry ? [{ service }] : [])),
    truth: theService,
    begin: (run, { service = 0 }, strength) => {
      run.loadOf.set(service, grow(strength, 3, 8));
      for (const host of run.hosts) host.background += host.cores * grow(strength, 1, 4);
    },
  },
  healthy: { family: "nothing", places: () => [{}], truth: nobody, begin: () => undefined },
  "harmless version": {
    family: "nothing",
    places: inner,
    truth: nobody,
    arrives: "version",
    begin: (run, place, _, random) => deploy(serviceOf(run, place), random),
  },
  "busy hour": {
    family: "nothing",
    places: () => [{}],
    truth: nobody,
    begin: (run) => {
      run.load = 1.4;
    },
  },
} as const satisfies Record<string, FaultSpec>;

export type FaultKind = keyof typeof faults;
export const faultKinds = Object.keys(faults) as FaultKind[];
export const faultOf = (kind: FaultKind): FaultSpec => faults[kind];
