import type { RunbookContent, RunbookStep, RunPhase } from "@opsplane/contract";
import type { Plan, PlanEdge, PlanNode } from "../runs/index.ts";

/** These have no effect before their result is stored, so a crash cannot have left anything behind. */
const effectless: readonly string[] = ["notification", "approval", "manual", "query", "wait"];

/** The plan of an execution: the steps in their order, those for a failure, and the verification. */
export function compile({ parameters, steps, on_failure, verification }: RunbookContent): Plan {
  const authored = authoredIn(parameters);
  const main = steps.map((step) => nodeOf(step, "main", authored));
  const failure = on_failure.map((step) => ({ ...nodeOf(step, "failure", authored), continueOnFailure: true }));
  const check: PlanNode[] = verification
    ? [
        {
          ...{ id: "verification", phase: "verification", type: "verification" },
          title: verification.title || "Verification",
          ...{ condition: null, continueOnFailure: false, timeoutSeconds: verification.within_seconds ?? 300 },
          ...{ retries: 0, retryDelaySeconds: 0, safeToRepeat: true },
          config: verification,
        },
      ]
    : [];
  return { nodes: [...main, ...failure, ...check], edges: [...chain(main), ...chain(failure)] };
}

/** The plan of a dry run: every step is looked at, even when another one fails. */
export function compileDry(content: RunbookContent): Plan {
  const nodes = compile(content).nodes.map((node) => ({
    ...node,
    phase: "main" as const,
    condition: null,
    continueOnFailure: true,
    retries: 0,
    safeToRepeat: true,
  }));
  return { nodes, edges: chain(nodes) };
}

/** Choices and defaults that begin with a dash. Commands take them as the options that the author meant. */
function authoredIn(parameters: RunbookContent["parameters"]): Record<string, string[]> {
  return Object.fromEntries(
    parameters.flatMap(({ name, choices = [], default: first }) => {
      const values = [...choices, first]
        .filter((value) => typeof value === "string")
        .filter((value) => /^-/.test(value));
      return values.length > 0 ? [[name, values] as const] : [];
    }),
  );
}

function nodeOf(step: RunbookStep, phase: RunPhase, authored: Record<string, string[]>): PlanNode {
  const isRead = step.type === "http" && (step.method === "GET" || step.method === "HEAD");
  return {
    id: step.id,
    phase,
    type: step.type,
    title: step.title,
    condition: step.condition?.trim() || null,
    continueOnFailure: step.continue_on_failure ?? false,
    timeoutSeconds: step.timeout_seconds ?? null,
    retries: step.retries ?? 0,
    retryDelaySeconds: step.retry_delay_seconds ?? 5,
    safeToRepeat: step.safe_to_repeat === true || isRead || effectless.includes(step.type),
    config: step.type === "command" && Object.keys(authored).length > 0 ? { ...step, authored } : step,
  };
}

function chain(nodes: readonly PlanNode[]): PlanEdge[] {
  return nodes
    .slice(1)
    .map(({ id: to }, index) => ({ from: nodes[index]?.id ?? "", to, kind: "chain", condition: null }));
}
