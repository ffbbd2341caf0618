import type { RunbookStep, Verification } from "@opsplane/contract";
import type { StepContext } from "../../runs/index.ts";

/** The step as it was written. Plans are made by `compile` only, so the config of a node has this shape. */
export function stepOf({ node }: Pick<StepContext, "node">): RunbookStep {
  return node.config as RunbookStep;
}

/** Values of parameters that the author of the runbook wrote and that begin with a dash. */
export function isAuthored({ node }: Pick<StepContext, "node">, name: string, value: unknown): boolean {
  const { authored = {} } = node.config as { authored?: Record<string, string[]> };
  return Object.hasOwn(authored, name) && typeof value === "string" && (authored[name]?.includes(value) ?? false);
}

export function verificationOf({ node }: Pick<StepContext, "node">): Verification {
  return node.config as Verification;
}
