import type { Health, operations } from "@opsplane/contract";
import type {
  AccessTokens,
  AutomationWriter,
  ClickHouse,
  Clock,
  CronJob,
  Database,
  Faults,
  FileRules,
  Handlers,
  IntakeRules,
  Job,
  Log,
  Mailer,
  Metrics,
  Passwords,
  Principal,
  Reaction,
  RefusalLimiter,
  Schedule,
  SecretBox,
  ServerContext,
  Signals,
  TenantHttp,
  TenantSsh,
  Transaction,
  Workflow,
} from "@opsplane/runtime";
import type { ClickHouseMonitor } from "./clickhouse-monitor.ts";
import type { Config } from "./config.ts";

/** The dependencies of every feature. */
export interface Core {
  readonly config: Config;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly clickhouseMonitor: ClickHouseMonitor;
  /** ClickHouse runs on the cores of this machine. */
  readonly sharesCores: boolean;
  readonly secrets: SecretBox;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly faults: Faults;
  readonly signals: Signals;
  /** Writes of jobs and schedules, without a person. */
  readonly asAutomation: AutomationWriter;
  /** Undefined when no mail server is configured. */
  readonly mailer: Mailer | undefined;
  /** Requests to addresses that tenants choose. */
  readonly http: TenantHttp;
  /** Sessions on hosts that tenants choose. */
  readonly ssh: TenantSsh;
  /** Starts a durable job when the transaction commits. Reactions return their jobs instead. */
  enqueue(tx: Transaction, job: Job): Promise<void>;
  readonly tokens: AccessTokens;
  readonly authenticate: ServerContext["authenticate"];
  /** The current principal of a token; undefined once it is revoked. */
  currentPrincipal(token: string): Promise<Principal | undefined>;
  /** Counts refused callers by address. */
  readonly refusals: RefusalLimiter;
  /** The public URL of the console. */
  publicUrl(): string;
}

type Operations = typeof operations;
export type HealthComponent = Health["components"][number];

/** The parts of a feature. `app.ts` combines all features. */
export interface Feature {
  readonly handlers?: Partial<Handlers<Operations>>;
  readonly workflows?: readonly Workflow[];
  readonly reactions?: readonly Reaction[];
  readonly schedules?: readonly Schedule[];
  /** What the tenants' own schedules do. */
  readonly cronJobs?: readonly CronJob[];
  /** The rules for operations with raw bodies. */
  readonly intake?: IntakeRules;
  /** Stores the bodies of uploads. */
  readonly files?: FileRules;
  health?(): Promise<HealthComponent[]> | HealthComponent[];
  /** Called after a write with events was committed. */
  onCommitted?(tenantId: string): void;
  /** Called when the rights of a tenant's tokens may have changed, on any instance. */
  onRevoked?(tenantId: string): void;
  /** Ends long-running work, such as live streams, so that the server can stop. */
  beforeClose?(): void;
  close?(): Promise<void> | void;
}

/** A feature with the handlers of these groups of operations. */
export type FeatureOf<Group extends keyof Operations> = Omit<Feature, "handlers"> & {
  readonly handlers: Pick<Handlers<Operations>, Group>;
};

type Folded<F extends readonly Feature[]> = Intersection<NonNullable<F[number]["handlers"]>>;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** The handlers of all features. A group of operations without a handler is a compile error. */
export function foldHandlers<const F extends readonly Feature[]>(features: F): Folded<F> {
  // The types of Object.assign support only a fixed number of arguments.
  return Object.assign({}, ...features.map(({ handlers }) => handlers)) as Folded<F>;
}
