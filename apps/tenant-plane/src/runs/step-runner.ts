import type { Lookup } from "@opsplane/automation";
import type { Check, TargetResult, WaitReason } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import type { StepOutput } from "./output.ts";
import type { PlanNode, RunScope } from "./plan.ts";
import type { RunRow } from "./store/runs.ts";
import type { StepChange, StepRow } from "./store/steps.ts";

/** What a step gets while it runs. */
export interface StepContext {
  readonly tenantId: string;
  readonly run: RunRow;
  readonly node: PlanNode;
  readonly step: StepRow;
  readonly scope: RunScope;
  /** The values of placeholders. */
  readonly lookup: Lookup;
  /** Aborted when the run is cancelled or the instance stops. Timeouts are the runner's own. */
  readonly signal: AbortSignal;
  readonly output: StepOutput;
  /** Keeps the result on one host, so that a repeated step leaves that host out. */
  saveTarget(result: TargetResult): Promise<void>;
}

interface Findings {
  output?: Record<string, unknown>;
  preview?: string;
  checks?: readonly Check[];
  targets?: readonly TargetResult[];
}

export type StepResult =
  | (Findings & {
      status: "succeeded";
      /** Runs in the transaction that stores the result. */
      commit?(write: WriteScope): Promise<void>;
    })
  | (Findings & { status: "failed"; error: string })
  | {
      status: "waiting";
      for: WaitReason;
      /** When the wait is over: the time itself, or the timeout. */
      until: Date | null;
      instructions?: string;
      /** Starts what the step waits for, in the transaction that stores the wait. It may be over at once. */
      begin?(write: WriteScope): Promise<Partial<StepChange> | StepResult>;
    }
  /** Nothing was done, because the tenant uses its share already. */
  | { status: "busy" };

/** How steps of one type run. */
export interface StepRunner {
  run(context: StepContext): Promise<StepResult>;
  /** The dry run: everything but the effect. */
  check(context: StepContext): Promise<StepResult>;
  /** What happens when the time of a waiting step has come. */
  whenDue: "succeed" | "queue" | { error: string };
}

export type StepRunners = ReadonlyMap<string, StepRunner>;
