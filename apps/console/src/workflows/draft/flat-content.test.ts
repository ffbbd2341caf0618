import type { WorkflowContent } from "@opsplane/contract";
import { expect, test } from "vitest";
import { differences } from "../../ui/differences.ts";
import { flatContent } from "./flat-content.ts";

const first: WorkflowContent = {
  name: "Grow",
  description: "",
  enabled: true,
  inputs: [],
  outputs: [],
  steps: [
    { id: "ask", type: "approval", name: "Ask", config: { approver_type: "any" }, position: { x: 0, y: 0 } },
    { id: "wait", type: "delay", name: "", config: { seconds: 5 } },
  ],
  edges: [{ from: "ask", to: "wait" }],
  triggers: [{ type: "manual" }],
  timeout_seconds: null,
  saved_minutes: null,
};

const changed = (later: Partial<WorkflowContent>) =>
  differences(flatContent(first), flatContent({ ...first, ...later })).map(({ field }) => field);

test("names each change by its step, edge or trigger", () => {
  const [ask, wait] = first.steps;
  if (!ask || !wait) throw new Error("There are two steps.");
  expect(changed({ steps: [ask, { ...wait, config: { seconds: 9 } }] })).toEqual(["wait: seconds"]);
  expect(changed({ edges: [{ from: "ask", to: "wait", condition: "input.big" }] })).toEqual(["ask → wait"]);
  expect(changed({ triggers: [{ type: "manual" }, { type: "schedule", cron: "0 7 * * *" }] })).toEqual([
    "trigger schedule",
  ]);
  expect(changed({ outputs: [{ name: "size", expression: "1" }] })).toEqual(["output size"]);
});

test("a step that only moved on the canvas is no change", () => {
  expect(changed({ steps: first.steps.map((step) => ({ ...step, position: { x: 9, y: 9 } })) })).toEqual([]);
});
