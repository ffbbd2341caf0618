import type { WorkflowContent, WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { describe, expect, test } from "vitest";
import { edgesOf, stepsBefore } from "./workflow-graph.ts";
import { lintWorkflow } from "./workflow-lint.ts";

function aWorkflow(changes: Partial<WorkflowContent> = {}): WorkflowContent {
  return {
    name: "Test",
    description: "",
    enabled: true,
    inputs: [],
    outputs: [],
    edges: [],
    triggers: [],
    timeout_seconds: null,
    saved_minutes: null,
    steps: [delay("a")],
    ...changes,
  };
}

function delay(id: string): WorkflowStep {
  return { id, type: "delay", name: id, config: { seconds: 5 } };
}

function condition(id: string, expression: string): WorkflowStep {
  return { id, type: "condition", name: id, config: { expression } };
}

const edge = (from: string, to: string, when?: string): WorkflowEdge => ({
  from,
  to,
  ...(when ? { condition: when } : {}),
});
const problemsOf = (changes: Partial<WorkflowContent>) =>
  lintWorkflow(aWorkflow(changes)).map(({ path, message }) => `${path}: ${message}`);
const abc = [delay("a"), delay("b"), delay("c")];

test("a good workflow has no problems", () => {
  const runbook: WorkflowStep = {
    id: "fix",
    type: "runbook",
    name: "Fix",
    config: {
      runbook_id: "01890000-0000-7000-8000-000000000000",
      parameters: { host: "{{ input.host }}", nested: ["{{ incident.reference }}"] },
    },
  };
  const gate: WorkflowStep = { id: "gate", type: "approval", name: "Gate", config: { approver_type: "any" } };
  const message: WorkflowStep = {
    id: "done",
    type: "notification",
    name: "Done",
    config: { message: "{{ steps.fix.status }}", recipients: [] },
  };
  const content = aWorkflow({
    inputs: [{ name: "host", type: "string" }],
    steps: [
      gate,
      condition("sure", "steps.gate.decision == 'approved' && input.host != ''"),
      runbook,
      message,
      delay("late"),
    ],
    edges: [
      edge("gate", "sure"),
      edge("sure", "fix", "true"),
      edge("sure", "done", "false"),
      edge("fix", "done", "steps.fix.verified == true"),
      edge("done", "late"),
    ],
    outputs: [{ name: "status", expression: "steps.fix.status" }],
    triggers: [{ type: "manual" }],
  });
  // The edge that skips `fix` makes it a step before `done` all the same.
  expect(lintWorkflow(content)).toEqual([]);
});

describe("the graph", () => {
  test.each<[string, Partial<WorkflowContent>, string]>([
    ["ids twice", { steps: [delay("a"), delay("a")] }, "steps.1.id: The id 'a' is used twice"],
    [
      "unknown ids",
      { steps: abc, edges: [edge("a", "x")] },
      "edges.0.to: There is no step 'x'; the steps are a, b, c.",
    ],
    ["itself", { steps: abc, edges: [edge("a", "a")] }, "edges.0.to: The step 'a' cannot follow itself."],
    [
      "twice",
      { steps: abc, edges: [edge("a", "b"), edge("a", "b"), edge("b", "c")] },
      "edges.1: The edge from 'a' to 'b' exists twice",
    ],
    [
      "a cycle",
      { steps: abc, edges: [edge("a", "b"), edge("b", "c"), edge("c", "b")] },
      "edges.2.to: The steps form a cycle: b → c → b.",
    ],
    ["a lonely step", { steps: abc, edges: [edge("a", "b")] }, "steps.2.id: No path leads to the step 'c'"],
  ])("%s", (_name, changes, message) => {
    expect(problemsOf(changes).join("\n")).toContain(message);
  });

  test("without edges the steps are a chain", () => {
    const steps = [delay("a"), condition("b", "true"), delay("c")];
    expect(edgesOf({ steps, edges: [] })).toEqual([edge("a", "b"), edge("b", "c", "true")]);
    expect(stepsBefore({ steps, edges: [] })).toEqual(
      new Map([
        ["a", new Set()],
        ["b", new Set(["a"])],
        ["c", new Set(["b", "a"])],
      ]),
    );
  });
});

describe("configs, conditions, outputs and triggers", () => {
  test.each<[Partial<WorkflowContent>, string]>([
    [{ steps: [{ ...delay("a"), config: { seconds: 0 } }] }, "steps.0.config.seconds: A delay needs seconds"],
    [
      { steps: [{ ...delay("a"), type: "runbook", config: { runbook_id: "x" } }] },
      "steps.0.config.runbook_id: A runbook step needs",
    ],
    [
      { steps: [{ ...delay("a"), type: "approval", config: { approver_type: "user" } }] },
      "steps.0.config.approver_value: An approval by a user",
    ],
    [{ steps: [{ ...delay("a"), type: "approval", config: {} }] }, "steps.0.config.approver_type: An approval needs"],
    [
      { steps: [{ ...delay("a"), type: "notification", config: {} }] },
      "steps.0.config.message: A notification needs a message.",
    ],
    [
      { steps: [{ ...delay("a"), type: "notification", config: { message: "{{ x" } }] },
      "steps.0.config.message: The placeholder at character 1 is never closed",
    ],
    [{ steps: [condition("a", "")] }, "steps.0.config.expression: A condition needs an expression"],
    [{ steps: [condition("a", "input.x >")] }, "steps.0.config.expression: The expression is wrong at character"],
    [
      { steps: [condition("a", "steps.b.result"), delay("b")] },
      "steps.0.config.expression: The step 'b' does not run before",
    ],
    [{ steps: [condition("a", "target.name == ''")] }, "steps.0.config.expression: The expression names 'target'"],
    [{ steps: [condition("a", "input.other == 1")] }, "steps.0.config.expression: There is no input 'other'"],
    [
      { steps: abc, edges: [edge("a", "b", "true"), edge("b", "c")] },
      "edges.0.condition: 'true' is only for edges after a condition",
    ],
    [
      { steps: [condition("a", "true"), delay("b")], edges: [edge("a", "b", "input.x")] },
      "edges.0.condition: After the condition 'a'",
    ],
    [
      { steps: abc, edges: [edge("a", "b", "steps.c.x"), edge("b", "c")] },
      "edges.0.condition: The step 'c' does not run before",
    ],
    [{ outputs: [{ name: "x", expression: "steps.q.y" }] }, "outputs.0.expression: There is no step 'q'"],
    [{ triggers: [{ type: "schedule" }] }, "triggers.0.cron: A schedule needs a cron expression"],
    [
      { triggers: [{ type: "webhook" }, { type: "webhook" }] },
      "triggers.1.type: A workflow has at most one webhook trigger.",
    ],
    [
      { triggers: [{ type: "alert_fired", condition: "steps.a" }] },
      "triggers.0.condition: The expression names 'steps'",
    ],
  ])("%j", (changes, message) => {
    expect(problemsOf(changes).join("\n")).toContain(message);
  });

  test("an event brings its own input", () => {
    expect(
      problemsOf({
        steps: [condition("a", "input.alert.severity == 'critical'")],
        triggers: [{ type: "alert_fired", condition: "input.value > 5" }],
      }),
    ).toEqual([]);
  });
});
