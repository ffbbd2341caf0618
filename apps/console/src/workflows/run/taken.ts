import { isTrue } from "@opsplane/automation";
import type { RunStep, WorkflowEdge, WorkflowRun } from "@opsplane/contract";

const over: readonly RunStep["status"][] = ["succeeded", "failed", "skipped", "cancelled"];

/** Whether a run went along an edge; undefined as long as its source has not ended. Follows the server's own rules. */
export function takenOf(run: Pick<WorkflowRun, "steps" | "input" | "incident">) {
  const states = new Map(run.steps.map((step) => [step.id, step]));
  const steps = Object.fromEntries(run.steps.map(({ id, output }) => [id, output]));
  const scope = { input: run.input, incident: run.incident ?? {}, steps };
  return ({ from, to, condition }: WorkflowEdge): boolean | undefined => {
    const [source, target] = [states.get(from), states.get(to)];
    if (!source || !over.includes(source.status)) return undefined;
    if (!target || target.status === "skipped") return false;
    const text = condition?.trim() ?? "";
    if (text === "") return source.status === "succeeded";
    if (source.status !== "succeeded" && source.status !== "failed") return false;
    if (text === "true" || text === "false") return source.output.result === (text === "true");
    try {
      return isTrue(text, scope);
    } catch {
      return false;
    }
  };
}
