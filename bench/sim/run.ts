import { openTimeline } from "./events.ts";
import type { Random } from "./random.ts";
import type { Happened, Measure, Span } from "./signals.ts";
import type { CallPolicy, Step, World } from "./world/world.ts";

// Requests that go through a world, event by event. A fault changes the states of things while they do.

export interface HostState {
  name: string;
  cores: number;
  running: number;
  /** Cores that other work takes. */
  background: number;
  isUp: boolean;
  /** Factor on everything that reads or writes the disk. */
  diskSlow: number;
  diskFree: number;
  /** Of messages to and from it. */
  loss: number;
  delayMs: number;
  cpuMs: number;
}

export interface InstanceState {
  service: ServiceState;
  number: number;
  host: HostState;
  isUp: boolean;
  busy: number;
  waiting: (() => void)[];
  slow: number;
  failing: number;
  /** Nothing goes on in it until then. */
  pausedUntil: number;
  pausedMs: number;
  memory: number;
  restarts: number;
  /** Connections to its database: in use, and those that are lost for good. */
  connections: number;
  leaked: number;
  waitingForPool: (() => void)[];
  /** Threads that never come back. */
  stuck: number;
}

export interface ServiceState {
  name: string;
  at: number;
  version: string;
  instances: InstanceState[];
  threads: number;
  pool: number;
  policies: Map<string, CallPolicy>;
  /** Of its own work; of one operation, if it is named. */
  slow: number;
  extraMs: number;
  failing: number;
  errorText: string;
  onlyOperation: number | undefined;
  /** It returns after so many steps, as if all was well. */
  stopsAfter: number | undefined;
  /** How often it does each call or query. */
  repeats: number;
  /** Calls to these fail at once, with this text. */
  broken: Map<string, string>;
  /** Requests that nobody asked for, for each one. */
  ownCalls: number;
  usesCache: boolean;
  logsMore: number;
  cpuMs: number;
  /** Since the last measure. */
  served: number;
  servedFailed: number;
  servedMs: number;
}

export interface DatabaseState {
  name: string;
  host: HostState;
  workers: number;
  maxConnections: number;
  isUp: boolean;
  busy: number;
  waiting: (() => void)[];
  connections: number;
  slow: number;
  /** Factors on statements by name. */
  slowStatements: Map<string, number>;
  failingWrites: number;
  errorText: string;
  /** Writes wait for a lock this long. */
  lockMs: number;
  lockWaits: number;
  statements: number;
  cpuMs: number;
}

export interface CacheState {
  name: string;
  host: HostState;
  isUp: boolean;
  hitRatio: number;
  usualHitRatio: number;
  ms: number;
  lookups: number;
  hits: number;
  evictions: number;
}

export interface BrokerState {
  name: string;
  host: HostState;
  isUp: boolean;
  ms: number;
  /** Messages by consumer. */
  queues: Map<number, Message[]>;
  published: number;
  consumed: number;
}

interface Message extends Context {
  parent: number;
  tries: number;
}

export interface PartyState {
  name: string;
  ms: number;
  spread: number;
  slow: number;
  /** Parts of calls that fail at once, or never answer. */
  failing: number;
  hanging: number;
  errorText: string;
}

/** A running world. */
export interface Run {
  readonly now: number;
  readonly random: Random;
  services: ServiceState[];
  hosts: HostState[];
  databases: DatabaseState[];
  caches: CacheState[];
  brokers: BrokerState[];
  parties: PartyState[];
  /** Factor on what users ask, of all entries or of one. */
  load: number;
  loadOf: Map<number, number>;
  in(ms: number, happen: () => void): void;
  every(ms: number, happen: () => void): void;
  log(service: ServiceState, level: "info" | "warn" | "error", text: string): void;
}

type Outcome = string | undefined;
type Done = (problem: Outcome) => void;

interface Context {
  trace: number;
  sampled: boolean;
  /** How many calls it has led to. */
  calls: number;
  /** It began with a message. What consumers do sends no further messages, because circles of them would never end. */
  isMessage: boolean;
}

/** Retries of retries end somewhere. */
const maxCallsOfTrace = 150;

const measureMs = 60_000;
const dbTimeoutMs = 5_000;
const cacheTimeoutMs = 250;
const partyTimeoutMs = 4_000;
const hopMs = 0.4;

export interface RunInput {
  world: World;
  random: Random;
  from: number;
  to: number;
  /** The part of requests whose spans are kept. */
  sampling: number;
  /** Factor on the load by time, such as that of the hour of the day. */
  loadAt: (time: number) => number;
  /** Is called before the first event, and changes the states when it likes. */
  prepare: (run: Run) => void;
}

export function happen({ world, random, from, to, sampling, loadAt, prepare }: RunInput): Happened {
  const timeline = openTimeline(from);
  const found: Happened = { spans: [], logs: [], measures: [] };
  let traces = 0;
  let spanIds = 0;

  const hosts = world.hosts.map(
    ({ name, cores }): HostState => ({
      ...{ name, cores, running: 0, background: 0, isUp: true, diskSlow: 1, diskFree: random.between(0.3, 0.8) },
      ...{ loss: 0, delayMs: 0, cpuMs: 0 },
    }),
  );
  const hostAt = (place: number) => hosts[place] as HostState;
  const services = world.services.map((each, at): ServiceState => {
    const service: ServiceState = {
      ...{ name: each.name, at, version: each.version, instances: [], threads: each.threads, pool: each.pool },
      ...{ policies: new Map(each.policies), slow: 1, extraMs: 0, failing: 0, errorText: "", onlyOperation: undefined },
      ...{
        stopsAfter: undefined,
        repeats: 1,
        broken: new Map(),
        ownCalls: 0,
        usesCache: true,
        logsMore: 0,
        cpuMs: 0,
        served: 0,
        servedFailed: 0,
        servedMs: 0,
      },
    };
    service.instances = each.places.map(
      (place, number): InstanceState => ({
        ...{ service, number, host: hostAt(place), isUp: true, busy: 0, waiting: [], slow: 1, failing: 0 },
        ...{ pausedUntil: 0, pausedMs: 0, memory: random.between(0.3, 0.5), restarts: 0, connections: 0, leaked: 0 },
        ...{ waitingForPool: [], stuck: 0 },
      }),
    );
    return service;
  });
  const databases = world.databases.map(
    ({ name, place, workers, maxConnections }): DatabaseState => ({
      ...{
        name,
        host: hostAt(place),
        workers,
        maxConnections,
        isUp: true,
        busy: 0,
        waiting: [],
        connections: 0,
        slow: 1,
      },
      ...{
        slowStatements: new Map(),
        failingWrites: 0,
        errorText: "",
        lockMs: 0,
        lockWaits: 0,
        statements: 0,
        cpuMs: 0,
      },
    }),
  );
  const caches = world.caches.map(
    ({ name, place, hitRatio }): CacheState => ({
      ...{
        name,
        host: hostAt(place),
        isUp: true,
        hitRatio,
        usualHitRatio: hitRatio,
        ms: 0.5,
        lookups: 0,
        hits: 0,
        evictions: 0,
      },
    }),
  );
  const brokers = world.brokers.map(
    ({ name, place }): BrokerState => ({
      ...{ name, host: hostAt(place), isUp: true, ms: 2, queues: new Map(), published: 0, consumed: 0 },
    }),
  );
  const parties = world.parties.map(
    ({ name, ms, spread }): PartyState => ({
      ...{ name, ms, spread, slow: 1, failing: 0, hanging: 0, errorText: "503 Service Unavailable" },
    }),
  );
  const breakers = new Map<string, { failures: number; openUntil: number }>();
  const callsOf = new Map<string, { busy: number; waiting: (() => void)[] }>();

  const run: Run = {
    get now() {
      return timeline.now;
    },
    ...{ random, services, hosts, databases, caches, brokers, parties, load: 1, loadOf: new Map() },
    in: timeline.in,
    every: (ms, act) => {
      const again = () => {
        act();
        timeline.in(ms, again);
      };
      timeline.in(ms, again);
    },
    log: (service, level, text) => line(service.instances[0] as InstanceState, level, text, -1, -1),
  };

  function line(by: InstanceState, level: "info" | "warn" | "error", text: string, trace: number, span: number): void {
    const filled = text.replace(/%n/g, () => String(random.whole(1, 9_999))).replace(/%h/g, () => hex(random));
    found.logs.push({
      at: timeline.now,
      service: by.service.name,
      host: by.host.name,
      level,
      text: filled,
      trace,
      span,
    });
  }

  function open(
    context: Context,
    by: InstanceState,
    { operation, kind, parent, peer = "" }: Pick<Span, "operation" | "kind" | "parent"> & { peer?: string },
  ): Span {
    const { service, host, number } = by;
    const span: Span = {
      ...{
        trace: context.trace,
        id: spanIds++,
        parent,
        service: service.name,
        operation,
        kind,
        start: timeline.now,
        ms: 0,
      },
      ...{ error: undefined, host: host.name, instance: number, version: service.version, peer },
    };
    if (context.sampled) found.spans.push(span);
    return span;
  }

  function close(span: Span, problem: Outcome): void {
    span.ms = timeline.now - span.start;
    span.error = problem;
  }

  /** Work on a host takes longer when its cores are busy. */
  function work(by: InstanceState, ms: number, done: () => void): void {
    const { host, service } = by;
    host.running += 1;
    const crowd = Math.max(1, (host.running + host.background) / host.cores);
    const wait = Math.max(0, by.pausedUntil - timeline.now);
    const needed = ms * random.lognormal(1, 0.25) * by.slow;
    service.cpuMs += needed;
    host.cpuMs += needed;
    timeline.in(wait + needed * crowd, () => {
      host.running -= 1;
      const more = by.pausedUntil - timeline.now;
      if (more > 0) timeline.in(more, done);
      else done();
    });
  }

  /** The way between two hosts. What is lost is sent again after a while. */
  function travel(from: HostState, to: HostState, done: () => void): void {
    const lost = random.chance(Math.min(0.9, from.loss + to.loss));
    timeline.in(
      random.lognormal(hopMs, 0.3) + from.delayMs + to.delayMs + (lost ? random.between(200, 1_200) : 0),
      done,
    );
  }

  function request(
    context: Context,
    at: number,
    operation: number,
    parent: number,
    from: InstanceState,
    done: Done,
  ): void {
    const service = services[at] as ServiceState;
    const up = service.instances.filter(({ isUp, host }) => isUp && host.isUp);
    // What is down is known only after a while, so some calls still go there.
    const target =
      up.length < service.instances.length && random.chance(0.1) ? undefined : up[random.whole(0, up.length - 1)];
    const chosen = up.length === 0 || target === undefined ? random.one(service.instances) : target;
    travel(from.host, chosen.host, () => {
      if (!chosen.isUp || !chosen.host.isUp)
        return timeline.in(1, () => done(`connect ECONNREFUSED ${service.name}:8080`));
      serve(context, chosen, operation, parent, "server", (problem) =>
        travel(chosen.host, from.host, () => done(problem)),
      );
    });
  }

  function serve(
    context: Context,
    by: InstanceState,
    number: number,
    parent: number,
    kind: "server" | "consumer",
    done: Done,
  ): void {
    const { service } = by;
    const operation = world.services[service.at]?.operations[number];
    if (operation === undefined) return done("404 Not Found");
    if (by.waiting.length >= (world.services[service.at]?.maxWaiting ?? 0))
      return timeline.in(1, () => done("503 overloaded"));
    const begin = () => {
      by.busy += 1;
      const span = open(context, by, { operation: operation.name, kind, parent });
      const end = (problem: Outcome) => {
        by.busy -= 1;
        close(span, problem);
        service.served += 1;
        service.servedFailed += problem === undefined ? 0 : 1;
        service.servedMs += span.ms;
        if (problem !== undefined && context.sampled)
          line(by, "error", `${operation.name} failed: ${problem}`, context.trace, span.id);
        const next = by.waiting.shift();
        if (next) next();
        done(problem === undefined ? undefined : `500 ${problem.startsWith("500") ? problem.slice(4) : problem}`);
      };
      const isMeant = service.onlyOperation === undefined || service.onlyOperation === number;
      const fails = isMeant && random.chance(Math.max(service.failing, by.failing));
      const steps =
        service.stopsAfter !== undefined && isMeant ? operation.steps.slice(0, service.stopsAfter) : operation.steps;
      perform(context, by, span, isMeant, steps, 0, (problem) => {
        if (problem === undefined && fails) end(service.errorText);
        else end(problem);
      });
    };
    if (by.busy < Math.max(0, service.threads - by.stuck)) begin();
    else by.waiting.push(begin);
  }

  function perform(
    context: Context,
    by: InstanceState,
    span: Span,
    isMeant: boolean,
    steps: readonly Step[],
    at: number,
    done: Done,
  ): void {
    const step = steps[at];
    if (step === undefined) return done(undefined);
    const next: Done = (problem) =>
      problem === undefined ? perform(context, by, span, isMeant, steps, at + 1, done) : done(problem);
    performOne(context, by, span, isMeant, step, next);
  }

  function performOne(context: Context, by: InstanceState, span: Span, isMeant: boolean, step: Step, done: Done): void {
    const { service } = by;
    const again = (one: (done: Done) => void, times: number, problem: Outcome = undefined): void => {
      if (problem !== undefined || times <= 0) return done(problem);
      one((failed) => again(one, times - 1, failed));
    };
    const times =
      isMeant && service.repeats > 1 && context.calls < maxCallsOfTrace
        ? Math.round(service.repeats * random.between(0.7, 1.3))
        : 1;
    switch (step.do) {
      case "work":
        return work(by, step.ms * (isMeant ? service.slow : 1) + (isMeant ? service.extraMs : 0), () =>
          done(undefined),
        );
      case "log":
        if (context.sampled) line(by, "info", step.text, context.trace, span.id);
        return done(undefined);
      case "together": {
        let left = step.steps.length;
        let failed: Outcome;
        const one: Done = (problem) => {
          failed ??= problem;
          if (--left === 0) done(failed);
        };
        for (const each of step.steps) performOne(context, by, span, isMeant, each, one);
        return;
      }
      case "call":
        return again((end) => call(context, by, span, step, end), times + service.ownCalls);
      case "query":
        return again((end) => query(context, by, span, step, end), times);
      case "lookup":
        return lookup(context, by, span, isMeant, step, done);
      case "publish":
        return publish(context, by, span, step, done);
      case "ask":
        return ask(context, by, span, step, done);
    }
  }

  /** A call with its limit, its retries and its breaker. */
  function call(
    context: Context,
    by: InstanceState,
    span: Span,
    { service: at, operation, optional }: Extract<Step, { do: "call" }>,
    done: Done,
  ): void {
    const target = services[at] as ServiceState;
    const policy = by.service.policies.get(target.name);
    if (policy === undefined) return done(undefined);
    const key = `${by.service.name} ${by.number} ${target.name}`;
    const breaker = breakers.get(key) ?? { failures: 0, openUntil: 0 };
    breakers.set(key, breaker);
    const places = callsOf.get(key) ?? { busy: 0, waiting: [] };
    callsOf.set(key, places);
    const name = world.services[at]?.operations[operation]?.name ?? "";
    const settle = (problem: Outcome) => {
      if (problem !== undefined && optional) {
        if (context.sampled)
          line(by, "warn", `${target.name} did not answer, going on without it: ${problem}`, context.trace, span.id);
        return done(undefined);
      }
      done(problem);
    };
    const attempt = (tries: number) => {
      context.calls += 1;
      const client = open(context, by, { operation: name, kind: "client", parent: span.id, peer: target.name });
      let isOver = false;
      const end = (problem: Outcome) => {
        if (isOver) return;
        isOver = true;
        places.busy -= 1;
        places.waiting.shift()?.();
        close(client, problem);
        breaker.failures = problem === undefined ? 0 : breaker.failures + 1;
        if (policy.hasBreaker && breaker.failures >= 8)
          [breaker.openUntil, breaker.failures] = [timeline.now + 10_000, 0];
        if (problem === undefined) return settle(undefined);
        // What the callee answered is final; what did not come back is tried again, within a budget.
        if (tries < policy.retries && !problem.startsWith("500") && context.calls < maxCallsOfTrace) {
          if (context.sampled)
            line(
              by,
              "warn",
              `retry ${tries + 1} of ${policy.retries} to ${target.name}: ${problem}`,
              context.trace,
              span.id,
            );
          return timeline.in(policy.backoffMs * 2 ** tries, () => attempt(tries + 1));
        }
        settle(problem);
      };
      const begin = () => {
        if (isOver) {
          places.waiting.shift()?.();
          return;
        }
        places.busy += 1;
        const broken = by.service.broken.get(target.name);
        if (broken !== undefined) return timeline.in(2, () => end(broken));
        request(context, at, operation, client.id, by, end);
      };
      if (policy.hasBreaker && breaker.openUntil > timeline.now) {
        places.busy += 1;
        return timeline.in(0.1, () => end(`circuit breaker of ${target.name} is open`));
      }
      timeline.in(policy.timeoutMs, () => {
        if (isOver) return;
        // One that still waits for a place gives up its turn.
        if (!isWaiting(places.waiting, begin))
          return end(`timed out after ${policy.timeoutMs} ms calling ${target.name}`);
        places.busy += 1;
        end(`no free connection to ${target.name} within ${policy.timeoutMs} ms`);
      });
      if (places.busy < policy.maxCalls) begin();
      else places.waiting.push(begin);
    };
    attempt(0);
  }

  function query(
    context: Context,
    by: InstanceState,
    span: Span,
    { database: at, statement, ms, isWrite }: Extract<Step, { do: "query" }>,
    done: Done,
  ): void {
    const database = databases[at] as DatabaseState;
    const client = open(context, by, { operation: statement, kind: "client", parent: span.id, peer: database.name });
    let isOver = false;
    let holds = false;
    const end = (problem: Outcome) => {
      if (isOver) return;
      isOver = true;
      if (holds) {
        by.connections -= 1;
        database.connections -= 1;
        by.waitingForPool.shift()?.();
      }
      close(client, problem);
      if (problem !== undefined && context.sampled)
        line(by, "error", `${statement} on ${database.name} failed: ${problem}`, context.trace, client.id);
      done(problem);
    };
    const connected = () => {
      if (isOver) return by.waitingForPool.shift()?.();
      holds = true;
      by.connections += 1;
      database.connections += 1;
      const broken = by.service.broken.get(database.name);
      if (broken !== undefined) return timeline.in(2, () => end(broken));
      if (!database.isUp || !database.host.isUp)
        return timeline.in(2, () => end(`connect ECONNREFUSED ${database.name}:5432`));
      if (database.connections > database.maxConnections)
        return timeline.in(2, () => end("FATAL: sorry, too many clients already"));
      travel(by.host, database.host, () =>
        execute(database, statement, ms, isWrite, (problem) => travel(database.host, by.host, () => end(problem))),
      );
    };
    timeline.in(dbTimeoutMs, () => {
      if (isOver) return;
      if (isWaiting(by.waitingForPool, connected))
        end(`no connection to ${database.name} from the pool within ${dbTimeoutMs} ms`);
      else end(`statement timeout after ${dbTimeoutMs} ms`);
    });
    if (by.connections + by.leaked < by.service.pool) connected();
    else by.waitingForPool.push(connected);
  }

  function execute(database: DatabaseState, statement: string, ms: number, isWrite: boolean, done: Done): void {
    const begin = () => {
      database.busy += 1;
      database.statements += 1;
      if (isWrite && database.lockMs > 0) database.lockWaits += 1;
      const { host } = database;
      const crowd = Math.max(1, (host.running + host.background) / host.cores);
      const own = ms * random.lognormal(1, 0.3) * database.slow * (database.slowStatements.get(statement) ?? 1);
      const disk = isWrite ? host.diskSlow : 1 + (host.diskSlow - 1) / 3;
      host.running += 0.5;
      database.cpuMs += own;
      host.cpuMs += own;
      const lock = isWrite ? random.exponential(database.lockMs) : 0;
      timeline.in(own * crowd * disk + (database.lockMs > 0 ? lock : 0), () => {
        host.running -= 0.5;
        database.busy -= 1;
        database.waiting.shift()?.();
        done(isWrite && random.chance(database.failingWrites) ? database.errorText : undefined);
      });
    };
    if (database.busy < database.workers) begin();
    else database.waiting.push(begin);
  }

  function lookup(
    context: Context,
    by: InstanceState,
    span: Span,
    isMeant: boolean,
    { cache: at, otherwise }: Extract<Step, { do: "lookup" }>,
    done: Done,
  ): void {
    const cache = caches[at] as CacheState;
    const miss = () => performOne(context, by, span, isMeant, otherwise, done);
    if (!by.service.usesCache) return miss();
    const client = open(context, by, { operation: "GET", kind: "client", parent: span.id, peer: cache.name });
    cache.lookups += 1;
    const isUp = cache.isUp && cache.host.isUp;
    const ms = isUp ? Math.min(cacheTimeoutMs, random.lognormal(cache.ms, 0.4) + cache.host.delayMs) : 1;
    timeline.in(ms, () => {
      const problem = !isUp
        ? `connect ECONNREFUSED ${cache.name}:6379`
        : ms >= cacheTimeoutMs
          ? "command timed out"
          : undefined;
      close(client, problem);
      if (problem !== undefined && context.sampled)
        line(by, "warn", `cache ${cache.name} is not used: ${problem}`, context.trace, client.id);
      if (problem === undefined && random.chance(cache.hitRatio)) {
        cache.hits += 1;
        return done(undefined);
      }
      if (cache.hitRatio < cache.usualHitRatio * 0.8) cache.evictions += random.whole(1, 3);
      miss();
    });
  }

  function publish(
    context: Context,
    by: InstanceState,
    span: Span,
    { broker: at, consumer }: Extract<Step, { do: "publish" }>,
    done: Done,
  ): void {
    if (context.isMessage) return done(undefined);
    const broker = brokers[at] as BrokerState;
    const producer = open(context, by, { operation: "publish", kind: "producer", parent: span.id, peer: broker.name });
    timeline.in(broker.isUp && broker.host.isUp ? random.lognormal(broker.ms, 0.4) : 2, () => {
      if (!broker.isUp || !broker.host.isUp) {
        close(producer, `broker ${broker.name} is not available`);
        return done(`broker ${broker.name} is not available`);
      }
      close(producer, undefined);
      const queue = broker.queues.get(consumer) ?? [];
      broker.queues.set(consumer, queue);
      queue.push({ ...context, isMessage: true, parent: producer.id, tries: 0 });
      broker.published += 1;
      consume(broker, consumer);
      done(undefined);
    });
  }

  /** Idle instances of a consumer take the next messages. */
  function consume(broker: BrokerState, consumer: number): void {
    const queue = broker.queues.get(consumer);
    const service = services[consumer];
    if (queue === undefined || service === undefined) return;
    for (const instance of service.instances) {
      if (!instance.isUp || !instance.host.isUp) continue;
      while (queue.length > 0 && instance.busy < Math.max(0, 2 - instance.stuck)) {
        const message = queue.shift() as Message;
        const operations = world.services[consumer]?.operations.length ?? 1;
        serve(message, instance, random.whole(0, operations - 1), message.parent, "consumer", (problem) => {
          broker.consumed += 1;
          if (problem !== undefined && message.tries < 3) queue.push({ ...message, tries: message.tries + 1 });
          consume(broker, consumer);
        });
      }
    }
  }

  function ask(
    context: Context,
    by: InstanceState,
    span: Span,
    { party: at, optional }: Extract<Step, { do: "ask" }>,
    done: Done,
  ): void {
    const party = parties[at] as PartyState;
    const client = open(context, by, { operation: "POST", kind: "client", parent: span.id, peer: party.name });
    const hangs = random.chance(party.hanging);
    const broken = by.service.broken.get(party.name);
    const fails = broken !== undefined || random.chance(party.failing);
    const ms =
      broken !== undefined ? 5 : hangs ? partyTimeoutMs : random.lognormal(party.ms * party.slow, party.spread);
    timeline.in(Math.min(ms, partyTimeoutMs), () => {
      const problem =
        broken ??
        (ms >= partyTimeoutMs
          ? `timed out after ${partyTimeoutMs} ms calling ${party.name}`
          : fails
            ? `${party.name} answered ${party.errorText}`
            : undefined);
      close(client, problem);
      if (problem !== undefined && context.sampled)
        line(by, "warn", `call to ${party.name} failed: ${problem}`, context.trace, client.id);
      done(optional ? undefined : problem);
    });
  }

  /** Users come at random moments, as many as the load asks for. */
  function users(entry: World["entries"][number]): void {
    const service = services[entry.service] as ServiceState;
    const next = () => {
      const rate = entry.perSecond * run.load * (run.loadOf.get(entry.service) ?? 1) * loadAt(timeline.now);
      timeline.in(Math.min(10_000, random.exponential(1_000 / Math.max(rate, 1e-6))), () => {
        next();
        const context = { trace: traces++, sampled: random.chance(sampling), calls: 0, isMessage: false };
        const up = service.instances.filter(({ isUp, host }) => isUp && host.isUp);
        if (up.length > 0) serve(context, random.one(up), entry.operation, -1, "server", () => undefined);
      });
    };
    next();
  }

  function measure(): void {
    const at = timeline.now;
    const add = (thing: string, kind: Measure["kind"], quantity: Measure["quantity"], value: number, part = "") =>
      found.measures.push({ at, thing, kind, quantity, part, value });
    const noisy = (value: number, noise = 0.05) => Math.max(0, value * random.lognormal(1, noise));
    for (const host of hosts) {
      add(
        host.name,
        "host",
        "cpu",
        Math.min(1, noisy(host.cpuMs / measureMs / host.cores + host.background / host.cores + 0.05, 0.15)),
      );
      add(host.name, "host", "memory", random.between(0.5, 0.55));
      add(host.name, "host", "disk busy", Math.min(1, noisy(0.05 * host.diskSlow, 0.3)));
      add(host.name, "host", "disk free", host.diskFree);
      add(host.name, "host", "network errors", noisy(host.loss * 200 + 0.1, 0.5));
      host.cpuMs = 0;
    }
    for (const service of services) {
      const { instances, name } = service;
      add(name, "service", "cpu", noisy(service.cpuMs / measureMs / instances.length + 0.01, 0.2));
      add(name, "service", "requests", service.served);
      if (service.served > 0) {
        add(name, "service", "failed requests", service.servedFailed / service.served);
        add(name, "service", "latency", service.servedMs / service.served);
      }
      Object.assign(service, { cpuMs: 0, served: 0, servedFailed: 0, servedMs: 0 });
      for (const each of instances) {
        const part = `${name}-${each.number}`;
        add(name, "service", "memory", Math.min(1, noisy(each.memory, 0.02)), part);
        add(name, "service", "threads busy", each.busy + each.stuck, part);
        add(name, "service", "requests waiting", each.waiting.length, part);
        add(name, "service", "pool in use", each.connections + each.leaked, part);
        add(name, "service", "pool waiting", each.waitingForPool.length, part);
        add(name, "service", "gc pause", noisy(each.pausedMs + 4, 0.3), part);
        add(name, "service", "restarts", each.restarts, part);
        each.pausedMs = 0;
      }
    }
    for (const database of databases) {
      const { name } = database;
      add(name, "database", "cpu", Math.min(1, noisy(database.cpuMs / measureMs / database.workers + 0.02, 0.2)));
      add(name, "database", "connections", database.connections + 4);
      add(name, "database", "statements", (database.statements * 1_000) / measureMs);
      add(name, "database", "statements waiting", database.waiting.length);
      add(name, "database", "lock waits", database.lockWaits);
      add(name, "database", "disk free", database.host.diskFree);
      Object.assign(database, { cpuMs: 0, statements: 0, lockWaits: 0 });
    }
    for (const cache of caches) {
      add(cache.name, "cache", "lookups", (cache.lookups * 1_000) / measureMs);
      if (cache.lookups > 0) add(cache.name, "cache", "hit ratio", cache.hits / cache.lookups);
      add(cache.name, "cache", "evictions", (cache.evictions * 1_000) / measureMs);
      add(cache.name, "cache", "memory", cache.evictions > 0 ? random.between(0.97, 1) : random.between(0.6, 0.65));
      Object.assign(cache, { lookups: 0, hits: 0, evictions: 0 });
    }
    for (const broker of brokers) {
      for (const [consumer, queue] of broker.queues)
        add(broker.name, "broker", "messages waiting", queue.length, services[consumer]?.name ?? "");
      add(broker.name, "broker", "messages published", (broker.published * 1_000) / measureMs);
      add(broker.name, "broker", "messages consumed", (broker.consumed * 1_000) / measureMs);
      Object.assign(broker, { published: 0, consumed: 0 });
    }
  }

  for (const job of world.jobs) {
    const host = hostAt(job.place);
    const begin = () => {
      host.background += job.cores;
      timeline.in(job.lastsMs, () => {
        host.background -= job.cores;
      });
      timeline.in(job.everyMs, begin);
    };
    timeline.in(random.between(0, job.everyMs), begin);
  }
  run.every(measureMs, measure);
  for (const broker of brokers)
    run.every(1_000, () => {
      for (const consumer of broker.queues.keys()) consume(broker, consumer);
    });
  prepare(run);
  for (const entry of world.entries) users(entry);
  timeline.runTo(to);
  return found;
}

/** Whether it waits; if so, it waits no longer. */
function isWaiting(line: (() => void)[], begin: () => void): boolean {
  const at = line.indexOf(begin);
  if (at >= 0) line.splice(at, 1);
  return at >= 0;
}

function hex(random: Random): string {
  return Math.floor(random.next() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
