import type { WorkflowStep } from "@opsplane/contract";
import type { Draft } from "./draft.ts";

/** The draft with another id for a step, in edges, expressions and placeholders. */
export function renamed(draft: Draft, id: string, to: string): Draft {
  const inText = textRenamer(id, to);
  const end = (each: string) => (each === id ? to : each);
  return {
    ...draft,
    steps: draft.steps.map((step) => ({ ...step, id: end(step.id), config: inConfig(step.config, inText) })),
    edges: draft.edges.map((edge) => ({
      ...edge,
      from: end(edge.from),
      to: end(edge.to),
      ...(edge.condition ? { condition: inText(edge.condition) } : {}),
    })),
    outputs: draft.outputs.map((output) => ({ ...output, expression: inText(output.expression) })),
  };
}

/** Ids have only letters, digits, - and _, so that they need no escaping. */
function textRenamer(id: string, to: string): (text: string) => string {
  const written = new RegExp(`\\bsteps\\.${id}(?![A-Za-z0-9_-])`, "g");
  return (text) => text.replace(written, `steps.${to}`);
}

function inConfig(config: WorkflowStep["config"], inText: (text: string) => string): WorkflowStep["config"] {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, inValue(value, inText)]));
}

function inValue(value: unknown, inText: (text: string) => string): unknown {
  if (typeof value === "string") return inText(value);
  if (Array.isArray(value)) return value.map((item) => inValue(item, inText));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inValue(item, inText)]));
}
