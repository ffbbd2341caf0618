import type { Random } from "../random.ts";
import type { Happened, Line, Span } from "../signals.ts";
import type { Step } from "../world/world.ts";
import type { States } from "./start.ts";
import type { InstanceState, ServiceState, TraceContext } from "./states.ts";

/** A running world, as faults see it. */
export interface Run extends Readonly<States> {
  readonly now: number;
  readonly random: Random;
  /** Factor on what users ask, of all entries or of one. */
  load: number;
  readonly loadOf: Map<number, number>;
  in(ms: number, happen: () => void): void;
  every(ms: number, happen: () => void): void;
  log(service: ServiceState, level: Line["level"], text: string): void;
}

/** A running world, as the parts of the simulator share it. */
export interface Running extends Run {
  /** What has happened until now. */
  readonly found: Happened;
  nextSpan: number;
  /** Does steps one after the other. It is here because steps lead to requests, and requests to steps. */
  perform(serving: Serving, steps: readonly Step[], done: Done): void;
}

/** A request that an instance serves. */
export interface Serving {
  readonly trace: TraceContext;
  readonly by: InstanceState;
  readonly span: Span;
  /** A fault of the service is a fault of this operation. */
  readonly isAffected: boolean;
}

/** What went wrong, if anything. */
export type Outcome = string | undefined;
export type Done = (problem: Outcome) => void;

/** Retries of retries end somewhere. */
export const maxCallsOfTrace = 150;
