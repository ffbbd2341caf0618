import type { RunbookStep, Verification } from "@opsplane/contract";
import type { StepContext } from "../../runs/index.ts";

/** The step as it was written. Plans are made by `compile` only, so the config of a node has this shape. */
export function stepOf({ node }: Pick<StepContext, "node">): RunbookStep {
  return node.config as RunbookStep;
}

export function verificationOf({ node }: Pick<StepContext, "node">): Verification {
  return node.config as Verification;
}
