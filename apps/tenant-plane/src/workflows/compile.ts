import { edgesOf } from "@opsplane/automation";
import type { WorkflowContent, WorkflowStep } from "@opsplane/contract";
import type { Plan, PlanNode } from "../runs/index.ts";

/** The plan of a run: the graph as it is now. */
export function compile(content: WorkflowContent): Plan {
  return {
    nodes: content.steps.map(nodeOf),
    edges: edgesOf(content).map(({ from, to, condition }) => ({
      ...{ from, to, kind: "path" as const },
      condition: condition?.trim() || null,
    })),
    outputs: content.outputs,
  };
}

function nodeOf({
  id,
  type,
  name,
  config,
  timeout_seconds,
  retries,
  retry_delay_seconds,
  position,
}: WorkflowStep): PlanNode {
  return {
    ...{ id, type, config, phase: "main", condition: null, continueOnFailure: false },
    title: name || id,
    position: position ?? null,
    timeoutSeconds: timeout_seconds ?? null,
    retries: retries ?? 0,
    retryDelaySeconds: retry_delay_seconds ?? 5,
    // Each has its effect in the transaction that stores its result.
    safeToRepeat: true,
  };
}
