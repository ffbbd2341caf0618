import type { Health, OperationGroups } from "@opsplane/contract";
import type { FastifyInstance } from "fastify";
import type { Reaction, Workflow } from "../durable/workflow.ts";
import type { FileRules } from "../files/file.ts";
import type { Handlers } from "../http/context.ts";
import type { IntakeRules } from "../http/intake-rules.ts";
import type { CronJob } from "../schedules/cron-schedules.ts";
import type { Schedule } from "../schedules/schedule.ts";

export type HealthComponent = Health["components"][number];

/** The parts of a feature. A plane combines all its features. */
export interface PlaneFeature<O extends OperationGroups> {
  readonly handlers?: Partial<Handlers<O>>;
  readonly workflows?: readonly Workflow[];
  readonly reactions?: readonly Reaction[];
  readonly schedules?: readonly Schedule[];
  /** What the tenants' own schedules do. */
  readonly cronJobs?: readonly CronJob[];
  /** The rules for operations with raw bodies. */
  readonly intake?: IntakeRules;
  /** Stores the bodies of uploads. */
  readonly files?: FileRules;
  /** Serves what is not an operation of the contract. */
  serve?(app: FastifyInstance): void;
  health?(): Promise<HealthComponent[]> | HealthComponent[];
  /** Called after a write with events was committed. */
  onCommitted?(tenantId: string): void;
  /** Called when the rights of a tenant's tokens may have changed, on any instance. */
  onRevoked?(tenantId: string): void;
  /** Ends long-running work, such as live streams, so that the server can stop. */
  beforeClose?(): void;
  /** Ends background work that took longer than a stop waits, before other instances take it over. */
  interrupt?(): Promise<void>;
  close?(): Promise<void> | void;
}

/** A feature with the handlers of these groups of operations. */
export type PlaneFeatureOf<O extends OperationGroups, Group extends keyof O> = Omit<PlaneFeature<O>, "handlers"> & {
  readonly handlers: Pick<Handlers<O>, Group>;
};

type Folded<F extends readonly { readonly handlers?: object }[]> = Intersection<NonNullable<F[number]["handlers"]>>;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** The handlers of all features. A group of operations without a handler is a compile error. */
export function foldHandlers<const F extends readonly { readonly handlers?: object }[]>(features: F): Folded<F> {
  // The types of Object.assign support only a fixed number of arguments.
  return Object.assign({}, ...features.map(({ handlers }) => handlers)) as Folded<F>;
}
