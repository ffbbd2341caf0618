import type { EventData, EventSpec } from "@opsplane/contract";
import type { Transaction } from "../postgres/database.ts";
import type { DomainEvent } from "../trail.ts";

/**
 * A named queue: one instance runs at most `concurrency` of its workflows at a time, and at most `share` of one tenant, so that no
 * tenant can take all places.
 */
export interface QueueSpec {
  readonly name: string;
  readonly concurrency: number;
  readonly share: number;
  /** Over all instances. */
  readonly startsPerSecond?: number;
}

/** For short jobs. A queue starts work once a second, so the share is also what a tenant can start in a second. */
export const defaultQueue: QueueSpec = { name: "work", concurrency: 40, share: 16 };

/** A workflow to start. The id makes a second start of the same work harmless. */
export interface Job {
  readonly workflow: string;
  readonly queue: string;
  readonly id: string;
  readonly input: object;
}

/** A workflow's name, queue and input type. `implement` adds its code. */
export interface WorkflowSpec<Input extends object, Result> {
  readonly name: string;
  readonly queue: QueueSpec;
  job(id: string, input: Input): Job;
  implement(run: (input: Input, workflow: WorkflowRun) => Promise<Result>): Workflow;
}

/** A workflow that an engine can run; its types were checked by `implement`. */
export interface Workflow {
  readonly name: string;
  readonly queue: QueueSpec;
  readonly run: (input: never, workflow: WorkflowRun) => Promise<unknown>;
}

/** The context of a running workflow. Side effects must run in a `step`. It never waits in its place of the queue. */
export interface WorkflowRun {
  readonly id: string;
  /** Runs at least once. A finished step never runs again, even after a crash. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Starts this workflow again after a pause, with this input. The pause holds no place of the queue. */
  again(afterMs: number, input: object): Promise<void>;
}

export function defineWorkflow<Input extends object, Result = void>(
  name: string,
  queue: QueueSpec = defaultQueue,
): WorkflowSpec<Input, Result> {
  return {
    name,
    queue,
    job: (id, input) => ({ workflow: name, queue: queue.name, id, input }),
    implement: (run) => ({ name, queue, run }),
  };
}

/** The event that is passed to a reaction. */
export interface Happened<Data> {
  readonly tenantId: string;
  readonly type: string;
  readonly subjectId: string;
  readonly data: Data;
}

type Jobs = readonly Job[];

/** A feature's durable reaction to events. It reads in the transaction of the event and returns jobs. */
export interface Reaction {
  /** The event's type, or `*` for every event. */
  readonly type: string;
  readonly react: (happened: Happened<object>, tx: Transaction) => Jobs | Promise<Jobs>;
}

export function on<E extends EventSpec>(
  event: E,
  react: (happened: Happened<EventData<E>>, tx: Transaction) => Jobs | Promise<Jobs>,
): Reaction {
  // The data was typed by the same spec when the event was announced.
  return { type: event.type, react: react as Reaction["react"] };
}

/** Runs every reaction to an event and passes its jobs to the engine. */
export async function reactTo(
  reactions: readonly Reaction[],
  tx: Transaction,
  tenantId: string,
  { type, subjectId, data }: DomainEvent,
  durable: { enqueue(tx: Transaction, job: Job): Promise<void> },
): Promise<void> {
  for (const reaction of reactions) {
    if (reaction.type !== type && reaction.type !== "*") continue;
    for (const job of await reaction.react({ tenantId, type, subjectId, data }, tx)) await durable.enqueue(tx, job);
  }
}
