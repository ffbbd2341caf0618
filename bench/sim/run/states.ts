import type { CallPolicy, Operation } from "../world/world.ts";

// The states of things while a world runs. Faults change them, and what happens next depends on them.

export interface HostState {
  readonly name: string;
  readonly cores: number;
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
  /** Since the last measure. */
  cpuMs: number;
}

export interface ServiceState {
  readonly name: string;
  /** Its place in the list of the world. */
  readonly at: number;
  readonly operations: readonly Operation[];
  readonly maxWaiting: number;
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
  /** Since the last measure. */
  cpuMs: number;
  served: number;
  servedFailed: number;
  servedMs: number;
}

export interface InstanceState {
  readonly service: ServiceState;
  readonly number: number;
  readonly host: HostState;
  /** Another version than that of its service, while it is tried on this instance alone. */
  version?: string;
  isUp: boolean;
  busy: number;
  waiting: (() => void)[];
  slow: number;
  failing: number;
  /** Nothing goes on in it until then. */
  pausedUntil: number;
  /** Since the last measure. */
  pausedMs: number;
  memory: number;
  restarts: number;
  /** Connections to its database: in use, and those that are lost for good. */
  connections: number;
  leaked: number;
  waitingForPool: (() => void)[];
  /** Threads that never come back. */
  stuck: number;
  /** Its calls to other services, by name. */
  outgoing: Map<string, OutgoingState>;
}

/** Calls of one instance to one service: those on their way, and the breaker. */
export interface OutgoingState {
  busy: number;
  waiting: (() => void)[];
  failuresInRow: number;
  openUntil: number;
}

export interface DatabaseState {
  readonly name: string;
  readonly host: HostState;
  readonly workers: number;
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
  /** Since the last measure. */
  lockWaits: number;
  statements: number;
  cpuMs: number;
}

export interface CacheState {
  readonly name: string;
  readonly host: HostState;
  isUp: boolean;
  hitRatio: number;
  readonly usualHitRatio: number;
  ms: number;
  /** Since the last measure. */
  lookups: number;
  hits: number;
  evictions: number;
}

export interface BrokerState {
  readonly name: string;
  readonly host: HostState;
  isUp: boolean;
  ms: number;
  /** Messages by consumer. */
  queues: Map<number, Message[]>;
  /** Since the last measure. */
  published: number;
  consumed: number;
}

export interface PartyState {
  readonly name: string;
  readonly ms: number;
  readonly spread: number;
  slow: number;
  /** Parts of calls that fail at once, or never answer. */
  failing: number;
  hanging: number;
  errorText: string;
}

/** What a request takes along wherever it leads. */
export interface TraceContext {
  readonly trace: number;
  readonly sampled: boolean;
  /** How many calls it has led to. */
  calls: number;
  /** It began with a message. What consumers do sends no further messages, because circles of them would never end. */
  readonly isMessage: boolean;
}

export interface Message extends TraceContext {
  readonly parent: number;
  readonly tries: number;
}
