import { isTrue, placeholdersOf, renderText } from "@opsplane/automation";
import { Failure } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { type Executing, startExecution } from "../runbooks/index.ts";
import type { StepContext, StepRunner } from "../runs/index.ts";

interface RunbookConfig {
  runbook_id: string;
  parameters?: Record<string, unknown>;
  targets?: string[];
}

/** Executes a runbook and waits for its end. */
export function runbookRunner({ clock }: Pick<Core, "clock">, executing: Executing): StepRunner {
  return {
    whenDue: { error: "The runbook took longer than its timeout allows." },
    check: async () => ({ status: "succeeded" }),
    run: async (context) => {
      const { run, node } = context;
      const { runbook_id, parameters = {}, targets } = node.config as unknown as RunbookConfig;
      const input = {
        runbookId: runbook_id,
        incidentId: run.incident_id,
        parameters: Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [name, filled(value, context)]),
        ),
        ...(targets ? { targets } : {}),
        parent: { runId: run.id, stepId: node.id },
        startedBy: { label: run.started_by, userId: run.started_by_id },
      };
      const { timeoutSeconds } = node;
      return {
        status: "waiting",
        for: "execution",
        until: timeoutSeconds === null ? null : new Date(clock.now().getTime() + timeoutSeconds * 1000),
        begin: async (write) => {
          try {
            const { id, parameters: given } = await startExecution(executing, write, input);
            return { child_id: id, preview: JSON.stringify(given, null, 2) };
          } catch (error) {
            // A refusal comes before anything is written, so the transaction goes on.
            if (error instanceof Failure && error.code !== "ERROR") return { status: "failed", error: error.message };
            throw error;
          }
        },
      };
    },
  };
}

/** A text that is one placeholder keeps the type of its value. */
function filled(value: unknown, { lookup }: StepContext): unknown {
  if (typeof value !== "string") return value;
  const [only, ...others] = placeholdersOf(value);
  const isWhole = only !== undefined && others.length === 0 && /^\s*\{\{[^{}]*\}\}\s*$/.test(value);
  return isWhole ? (lookup(only.path)?.value ?? renderText(value, lookup)) : renderText(value, lookup);
}

/** Decides which way a run goes. */
export function conditionRunner(): StepRunner {
  return {
    whenDue: "queue",
    check: async () => ({ status: "succeeded" }),
    run: async ({ node, scope }) => {
      const { parameters, input, incident, steps } = scope;
      const result = isTrue(String(node.config.expression ?? ""), {
        parameters,
        input,
        incident: incident ?? {},
        steps,
      });
      return { status: "succeeded", output: { result }, preview: String(node.config.expression ?? "") };
    },
  };
}
