import { type Static, Type } from "typebox";
import { freeForm, Id, line, nullable, oneOf, Timestamp, text } from "./schema.ts";

// What executions of runbooks and runs of workflows have in common.

/** running: a step runs or is about to. waiting: every open step waits for a person, a time or another run. */
export const runStatuses = ["running", "waiting", "succeeded", "failed", "cancelled"] as const;
export type RunStatus = (typeof runStatuses)[number];

export const openRunStatuses = ["running", "waiting"] as const;

/** A run that still goes on. Only such a run can be cancelled. */
export function isRunOpen({ status }: { status: RunStatus }): boolean {
  return status === "running" || status === "waiting";
}

/**
 * pending: not reached yet. queued: due, and waits for a worker. waiting: for a person, a time, an agent or another run.
 * skipped: its condition was false, or no path led to it.
 */
export const runStepStatuses = [
  "pending",
  "queued",
  "running",
  "waiting",
  "succeeded",
  "failed",
  "skipped",
  "cancelled",
] as const;
export type RunStepStatus = (typeof runStepStatuses)[number];

/** main: the steps themselves. failure: steps that run after one has failed. verification: the check afterwards. */
export const runPhases = ["main", "failure", "verification"] as const;
export type RunPhase = (typeof runPhases)[number];

/** What a step waits for. */
export const waitReasons = ["approval", "person", "time", "agent", "execution"] as const;
export type WaitReason = (typeof waitReasons)[number];

/** The result of a command or check on one host. */
export const TargetResult = Type.Object({
  name: Type.String(),
  status: oneOf(["succeeded", "failed", "cancelled"]),
  exit_code: nullable(Type.Integer()),
  error: nullable(Type.String()),
  duration_ms: Type.Integer(),
});
export type TargetResult = Static<typeof TargetResult>;

/** One line of a dry run: what would happen, and whether it could. */
export const Check = Type.Object({
  name: Type.String({ description: "Such as the host, or what was checked" }),
  ok: Type.Boolean(),
  message: Type.String(),
});
export type Check = Static<typeof Check>;

export const RunStep = Type.Object({
  id: Type.String({ description: "The step's id in its runbook or workflow" }),
  position: Type.Integer(),
  phase: oneOf(runPhases),
  type: Type.String(),
  title: Type.String(),
  status: oneOf(runStepStatuses),
  attempt: Type.Integer({ description: "Counts the attempts; 0 before the first" }),
  waits_for: nullable(oneOf(waitReasons)),
  due_at: nullable(Timestamp),
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
  error: nullable(Type.String()),
  output: freeForm("The values that later steps and conditions can use"),
  instructions: nullable(Type.String({ description: "Of manual steps and approvals, in Markdown" })),
  preview: nullable(
    Type.String({ description: "The exact command, request or message, without secrets. A dry run shows it too" }),
  ),
  checks: Type.Array(Check, { description: "Of a dry run: what was checked" }),
  targets: Type.Array(TargetResult, { description: "Of a command: the result on each host" }),
  approval_id: nullable(Id),
  child_id: nullable(Id),
  decided_by: nullable(Type.String({ description: "Who approved, rejected or completed it" })),
});
export type RunStep = Static<typeof RunStep>;

/** A piece of what a command wrote. */
export const OutputChunk = Type.Object({
  seq: Type.Integer({ description: "Counts up within a run" }),
  step: Type.String(),
  target: Type.String({ description: "The host's name; empty when the step has no host" }),
  stream: oneOf(["stdout", "stderr", "system"]),
  text: Type.String(),
  created_at: Timestamp,
});
export type OutputChunk = Static<typeof OutputChunk>;

/** A decision on a step that waits for a person. */
export const RunDecision = Type.Object({
  comment: Type.Optional(text(5000)),
  decision: oneOf(["approved", "rejected"], { description: "For a manual step: approved means done" }),
  step: Type.Optional(line(60, "The id of the step; needed when several steps wait")),
});

export const comparisons = [">", ">=", "<", "<=", "==", "!="] as const;
export type Comparison = (typeof comparisons)[number];

/** A question to the telemetry, with the answer that counts as good. */
export const SignalCheck = Type.Object({
  source: oneOf(["metrics", "logs"]),
  metric_name: Type.Optional(text(300, "For metrics")),
  match: Type.Optional(
    Type.Array(text(1000), { maxItems: 20, description: "For metrics: label matchers such as host=web-1" }),
  ),
  agg: Type.Optional(
    oneOf(["sum", "avg", "min", "max", "count", "rate", "increase", "p50", "p75", "p90", "p95", "p99"], {
      default: "avg",
      description: "For metrics: how all series become one value",
    }),
  ),
  service: Type.Optional(text(200, "For logs")),
  q: Type.Optional(text(4000, "For logs: the records to count")),
  window_seconds: Type.Optional(Type.Integer({ minimum: 10, maximum: 86_400, default: 300 })),
  operator: oneOf(comparisons),
  threshold: Type.Number(),
  when_empty: Type.Optional(
    oneOf(["pass", "fail"], {
      default: "fail",
      description: "For metrics: what no data means. No log records count as 0",
    }),
  ),
});
export type SignalCheck = Static<typeof SignalCheck>;

export const parameterTypes = ["string", "number", "integer", "boolean", "choice", "secret"] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** A typed input of a runbook or workflow. */
export const Parameter = Type.Object({
  name: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$", description: "Lowercase letters, digits and underscores" }),
  type: oneOf(parameterTypes),
  label: Type.Optional(text(100)),
  description: Type.Optional(text(1000)),
  required: Type.Optional(Type.Boolean({ default: false })),
  default: Type.Optional(
    Type.Unsafe<string | number | boolean | null>({
      type: ["string", "number", "boolean", "null"],
      maxLength: 10_000,
      description: "Not for secrets",
    }),
  ),
  pattern: Type.Optional(text(200, "For string: a regular expression that the whole value must match")),
  choices: Type.Optional(Type.Array(line(200), { maxItems: 100, uniqueItems: true })),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  secret_id: Type.Optional(nullable(Id)),
});
export type Parameter = Static<typeof Parameter>;

export const ParameterValues = freeForm("Values by the names of the parameters");
