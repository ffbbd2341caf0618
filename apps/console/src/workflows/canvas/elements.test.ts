import type { WorkflowStep } from "@opsplane/contract";
import { expect, test } from "vitest";
import { branchesOf } from "./elements.ts";

const step: WorkflowStep = { id: "big", type: "condition", name: "", config: {} };
const order = (yes: number, no: number | undefined) =>
  branchesOf(
    step,
    {
      steps: [step],
      edges: [
        { from: "big", to: "yes", condition: " true" },
        { from: "big", to: "no", condition: "false" },
        { from: "yes", to: "no", condition: "true" },
      ],
    },
    new Map([["yes", { x: yes, y: 0 }], ...(no === undefined ? [] : [["no", { x: no, y: 0 }] as const])]),
  );

test("the branches of a condition leave in the order of their steps, true first when both are equal or one is missing", () => {
  expect(order(0, 300)).toEqual(["true", "false"]);
  expect(order(300, 0)).toEqual(["false", "true"]);
  expect(order(100, 100)).toEqual(["true", "false"]);
  expect(order(300, undefined)).toEqual(["true", "false"]);
});
