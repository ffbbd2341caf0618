import type { RunPhase, RunStatus, RunStepStatus } from "@opsplane/contract";
import type { Plan, PlanEdge, PlanNode, StepState } from "./plan.ts";

/** Evaluates a condition over the states so far. Throws with a message for people. */
export type IsTrue = (expression: string, states: readonly StepState[]) => boolean;

/** What follows from the states of a phase's steps. */
export interface Advance {
  /** Steps that are due now. */
  queue: string[];
  skip: string[];
  /** Steps whose condition could not be evaluated. */
  fail: { id: string; error: string }[];
  /** Set when no step of the phase is left. */
  outcome: "succeeded" | "failed" | undefined;
  /** The failed step that nothing handles. */
  failedBy: string | undefined;
}

const over: readonly RunStepStatus[] = ["succeeded", "failed", "skipped", "cancelled"];
const open: readonly RunStepStatus[] = ["queued", "running", "waiting"];

/**
 * Decides which steps of a phase are next. A step is due when every edge to it is decided and one of them is taken; when none is taken,
 * it is skipped. A failed step stops the phase, unless it may fail or a condition leads on from it.
 */
export function advance(plan: Plan, phase: RunPhase, before: readonly StepState[], isTrue: IsTrue): Advance {
  const nodes = plan.nodes.filter((node) => node.phase === phase);
  const states = new Map(before.map((state) => [state.id, state]));
  const result: Advance = { queue: [], skip: [], fail: [], outcome: undefined, failedBy: undefined };
  const set = (id: string, status: RunStepStatus) =>
    states.set(id, { id, status, output: states.get(id)?.output ?? {} });
  const walk: Walk = { plan, states, isTrue };

  /** Returns whether the step's state changed. */
  const decide = ({ id }: PlanNode, next: Verdict): boolean => {
    if (next === "wait") return false;
    if (next === "queue") result.queue.push(id);
    else if (next === "skip") result.skip.push(id);
    else result.fail.push({ id, error: next.error });
    set(id, next === "queue" ? "queued" : next === "skip" ? "skipped" : "failed");
    return true;
  };

  for (let changed = true; changed; ) {
    const stopped = nodes.some((node) => isUnhandled(walk, node));
    const pending = nodes.filter(({ id }) => states.get(id)?.status === "pending");
    changed = pending.map((node) => decide(node, stopped ? "skip" : verdict(walk, node))).includes(true);
  }
  if (nodes.some(({ id }) => open.includes(states.get(id)?.status ?? "pending"))) return result;
  result.failedBy = nodes.find((node) => isUnhandled(walk, node))?.id;
  result.outcome = result.failedBy === undefined ? "succeeded" : "failed";
  return result;
}

interface Walk {
  plan: Plan;
  states: ReadonlyMap<string, StepState>;
  isTrue: IsTrue;
}

type Verdict = "wait" | "queue" | "skip" | { error: string };

function verdict(walk: Walk, node: PlanNode): Verdict {
  const incoming = walk.plan.edges.filter(({ to }) => to === node.id);
  const sources = incoming.map(({ from }) => walk.states.get(from));
  if (sources.some((source) => source && !over.includes(source.status))) return "wait";
  try {
    if (incoming.length > 0 && !incoming.some((edge) => isTaken(walk, edge))) return "skip";
    if (node.condition !== null && !walk.isTrue(node.condition, [...walk.states.values()])) return "skip";
    return "queue";
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function isTaken(walk: Walk, { from, kind, condition }: PlanEdge): boolean {
  const source = walk.states.get(from);
  const node = walk.plan.nodes.find(({ id }) => id === from);
  if (!source || !node) return false;
  const mayFail = source.status === "failed" && node.continueOnFailure;
  if (kind === "chain") return source.status === "succeeded" || source.status === "skipped" || mayFail;
  if (source.status === "failed" && condition !== null) return decides(walk, condition, source);
  if (source.status !== "succeeded" && !mayFail) return false;
  return condition === null || decides(walk, condition, source);
}

/** `true` and `false` are the results of a condition step; everything else is an expression. */
function decides({ states, isTrue }: Walk, condition: string, source: StepState): boolean {
  const word = condition.trim();
  if (word === "true" || word === "false") return source.output.result === (word === "true");
  return isTrue(word, [...states.values()]);
}

/** A failed step that ends its phase: it must not fail, and no condition leads on from it. */
function isUnhandled(walk: Walk, node: PlanNode): boolean {
  const state = walk.states.get(node.id);
  if (state?.status !== "failed" || node.continueOnFailure) return false;
  const outgoing = walk.plan.edges.filter(({ from, condition }) => from === node.id && condition !== null);
  try {
    return !outgoing.some((edge) => isTaken(walk, edge));
  } catch {
    // The step after this edge fails with the reason.
    return false;
  }
}

/** A run with only waiting steps waits itself. */
export function statusOf(steps: readonly Pick<StepState, "status">[]): RunStatus {
  const active = steps.filter(({ status }) => open.includes(status));
  return active.length > 0 && active.every(({ status }) => status === "waiting") ? "waiting" : "running";
}

/** The phase after this one; undefined when the run is over. */
export function nextPhase(plan: Plan, phase: RunPhase, outcome: "succeeded" | "failed"): RunPhase | undefined {
  if (phase !== "main") return undefined;
  const wanted = outcome === "failed" ? "failure" : "verification";
  return plan.nodes.some((node) => node.phase === wanted) ? wanted : undefined;
}

/** The steps that a retry runs again: those that failed, and those that were skipped because of it. */
export function toRetry(plan: Plan, steps: readonly StepState[]): { queue: string[]; reset: string[] } {
  const main = new Set(plan.nodes.filter(({ phase }) => phase === "main").map(({ id }) => id));
  const failed = steps.filter(({ id, status }) => status === "failed" && main.has(id)).map(({ id }) => id);
  const later = stepsAfter(plan, failed);
  const isReset = ({ id, status }: StepState) =>
    !main.has(id) || status === "cancelled" || (status === "skipped" && later.has(id));
  return { queue: failed, reset: steps.filter(isReset).map(({ id }) => id) };
}

/** Every step that a path leads to from these. */
function stepsAfter({ edges }: Plan, ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  let latest = ids;
  while (latest.length > 0) {
    const next = edges.filter(({ from, to }) => latest.includes(from) && !found.has(to)).map(({ to }) => to);
    for (const id of next) found.add(id);
    latest = [...new Set(next)];
  }
  return found;
}
