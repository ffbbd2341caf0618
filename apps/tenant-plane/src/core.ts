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
  Transaction,
  Workflow,
} from "@opsplane/runtime";
import type { ClickHouseMonitor } from "./clickhouse-monitor.ts";
import type { Config } from "./config.ts";

/** What every feature is opened with. */
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
  /** Starts a durable job when the transaction commits. Reactions return their jobs instead. */
  enqueue(tx: Transaction, job: Job): Promise<void>;
  readonly tokens: AccessTokens;
  readonly authenticate: ServerContext["authenticate"];
  /** Who a token belongs to now; undefined once it is revoked. */
  currentPrincipal(token: string): Promise<Principal | undefined>;
  /** Counts refused callers by address. */
  readonly refusals: RefusalLimiter;
  /** The address under which people reach the console. */
  publicUrl(): string;
}

type Operations = typeof operations;
export type HealthComponent = Health["components"][number];

/** What a feature gives to the plane. `app.ts` folds the list of all features. */
export interface Feature {
  readonly handlers?: Partial<Handlers<Operations>>;
  readonly workflows?: readonly Workflow[];
  readonly reactions?: readonly Reaction[];
  readonly schedules?: readonly Schedule[];
  /** What the tenants' own schedules do. */
  readonly cronJobs?: readonly CronJob[];
  /** Decides about the bodies of operations that take bytes. */
  readonly intake?: IntakeRules;
  /** Stores the bodies of uploads. */
  readonly files?: FileRules;
  health?(): Promise<HealthComponent[]> | HealthComponent[];
  /** A write announced events, which are committed now. */
  onCommitted?(tenantId: string): void;
  /** The rights of a tenant's tokens may have changed, here or on another instance. */
  onRevoked?(tenantId: string): void;
  /** Ends what the server would wait for, such as live streams. */
  beforeClose?(): void;
  close?(): Promise<void> | void;
}

/** A feature with the handlers of these groups of operations. */
export type FeatureOf<Group extends keyof Operations> = Omit<Feature, "handlers"> & {
  readonly handlers: Pick<Handlers<Operations>, Group>;
};

type Folded<F extends readonly Feature[]> = Intersection<NonNullable<F[number]["handlers"]>>;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** The handlers of all features. A group of operations that no feature handles does not compile. */
export function foldHandlers<const F extends readonly Feature[]>(features: F): Folded<F> {
  // Object.assign knows the types of a fixed number of arguments only.
  return Object.assign({}, ...features.map(({ handlers }) => handlers)) as Folded<F>;
}
