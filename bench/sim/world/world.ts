/** What exists before anything happens. Times are milliseconds. */
export interface World {
  services: Service[];
  databases: Database[];
  caches: Cache[];
  brokers: Broker[];
  parties: ThirdParty[];
  hosts: Host[];
  jobs: BatchJob[];
  entries: Entry[];
}

export interface Host {
  name: string;
  cores: number;
}

export interface Service {
  name: string;
  isEntry: boolean;
  /** Consumes messages instead of requests. */
  isWorker: boolean;
  operations: Operation[];
  /** The host of each instance. */
  places: number[];
  /** Requests that an instance serves at once; more wait. */
  threads: number;
  maxWaiting: number;
  version: string;
  /** How it calls each other service, by name. */
  policies: Map<string, CallPolicy>;
  /** Connections to its database, of one instance. */
  pool: number;
}

export interface Operation {
  name: string;
  steps: Step[];
}

/** What an operation does, in order. Parts that are optional fail without failing the operation. */
export type Step =
  | { do: "work"; ms: number }
  | { do: "call"; service: number; operation: number; optional: boolean }
  | { do: "query"; database: number; statement: string; ms: number; isWrite: boolean }
  | { do: "lookup"; cache: number; otherwise: Step }
  | { do: "publish"; broker: number; consumer: number }
  | { do: "ask"; party: number; optional: boolean }
  | { do: "together"; steps: Step[] }
  | { do: "log"; text: string };

export type StepOf<Kind extends Step["do"]> = Extract<Step, { do: Kind }>;

export interface CallPolicy {
  timeoutMs: number;
  retries: number;
  /** Between tries; 0: at once. */
  backoffMs: number;
  hasBreaker: boolean;
  /** Calls of one instance at once; more wait. */
  maxCalls: number;
}

export interface Database {
  name: string;
  place: number;
  /** Statements that run at once. */
  workers: number;
  maxConnections: number;
}

export interface Cache {
  name: string;
  place: number;
  hitRatio: number;
}

export interface Broker {
  name: string;
  place: number;
}

export interface ThirdParty {
  name: string;
  ms: number;
  spread: number;
}

/** Regular work on a host, such as a backup. */
interface BatchJob {
  name: string;
  place: number;
  everyMs: number;
  lastsMs: number;
  /** Cores that it uses. */
  cores: number;
}

/** Where users come in. */
export interface Entry {
  service: number;
  operation: number;
  perSecond: number;
}

/** The steps with those that are within them. */
export function everyStep(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => {
    if (step.do === "together") return [step, ...everyStep(step.steps)];
    return step.do === "lookup" ? [step, ...everyStep([step.otherwise])] : [step];
  });
}
