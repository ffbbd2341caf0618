import { lintWorkflow } from "@opsplane/automation";
import { expect, test } from "vitest";
import { type Draft, draftOf } from "./draft.ts";
import {
  addStep,
  connect,
  connectProblem,
  moveStep,
  placeSteps,
  removeEdges,
  removeStep,
  renameStep,
  setConfig,
} from "./edits.ts";

const empty = draftOf(undefined);

function drafted(...types: Parameters<typeof addStep>[1][]): Draft {
  return types.reduce((draft, type) => addStep(draft, type).draft, empty);
}

test("steps get ids of their own and run in order without edges", () => {
  const draft = drafted("condition", "notification", "notification");
  expect(draft.steps.map(({ id }) => id)).toEqual(["condition", "notification", "notification_2"]);
  expect(draft.edges).toEqual([]);
});

test("a step after the last one needs no edge; one after another step writes the order down", () => {
  const chain = drafted("notification", "delay");
  expect(addStep(chain, "approval", { after: "delay" }).draft.edges).toEqual([]);
  expect(addStep(chain, "approval", { after: "notification" }).draft.edges).toEqual([
    { from: "notification", to: "delay" },
    { from: "notification", to: "approval" },
  ]);
});

test("the first edge after a condition is for true, the second for false", () => {
  const draft = connect(drafted("condition", "notification", "delay"), "condition", "delay");
  expect(draft.edges).toEqual([
    { from: "condition", to: "notification", condition: "true" },
    { from: "notification", to: "delay" },
    { from: "condition", to: "delay", condition: "false" },
  ]);
});

test("an edge that would form a cycle is refused, also where the order is implied", () => {
  const draft = drafted("notification", "delay", "approval");
  expect(connectProblem(draft, "approval", "notification")).toMatch(/would form a cycle/);
  expect(connectProblem(draft, "delay", "delay")).toBe("A step cannot follow itself.");
  expect(connectProblem(draft, "notification", "approval")).toBeUndefined();
  expect(connect(draft, "approval", "notification")).toBe(draft);
});

test("the same edge is not added twice", () => {
  const once = connect(drafted("notification", "delay", "approval"), "notification", "approval");
  expect(connect(once, "notification", "approval")).toBe(once);
});

test("removing a step removes its edges, and removing an edge keeps the others", () => {
  const draft = connect(drafted("notification", "delay", "approval"), "notification", "approval");
  expect(removeStep(draft, "delay").edges).toEqual([{ from: "notification", to: "approval" }]);
  expect(removeEdges(draft, [0]).edges).toEqual([
    { from: "delay", to: "approval" },
    { from: "notification", to: "approval" },
  ]);
});

test("a rename follows in edges, expressions and placeholders, and keeps longer ids", () => {
  let draft = drafted("approval", "notification", "notification");
  draft = setConfig(draft, "notification", { message: "{{ steps.approval.decision }} {{ steps.approval_2.x }}" });
  draft = connect(draft, "approval", "notification_2", 'steps.approval.decision == "rejected"');
  const renamed = renameStep(draft, "approval", "ask");
  expect(renamed.steps[1]?.config.message).toBe("{{ steps.ask.decision }} {{ steps.approval_2.x }}");
  expect(renamed.edges.at(-1)).toEqual({
    from: "ask",
    to: "notification_2",
    condition: 'steps.ask.decision == "rejected"',
  });
  expect(renameStep(draft, "approval", "notification")).toBe(draft);
});

test("a step moves within the order, and positions are whole numbers", () => {
  const draft = drafted("notification", "delay");
  expect(moveStep(draft, "delay", -1).steps.map(({ id }) => id)).toEqual(["delay", "notification"]);
  expect(moveStep(draft, "delay", 1)).toBe(draft);
  const placed = placeSteps(draft, new Map([["delay", { x: 1.4, y: 2.6 }]]));
  expect(placed.steps[1]?.position).toEqual({ x: 1, y: 3 });
});

test("a draft of the edits passes the linter", () => {
  let draft = drafted("condition", "notification", "approval");
  draft = setConfig(draft, "condition", { expression: "input.size > 3" });
  draft = setConfig(draft, "notification", { message: "Go" });
  draft = connect(draft, "condition", "approval");
  expect(lintWorkflow({ ...draft, inputs: [{ name: "size", type: "integer" }] })).toEqual([]);
});
