import type { RunStep } from "@opsplane/contract";
import { expect, test } from "vitest";
import { takenOf } from "./taken.ts";

function step(id: string, status: RunStep["status"], output: RunStep["output"] = {}): RunStep {
  return {
    ...{ id, status, output, position: 0, phase: "main", type: "notification", title: id, attempt: 1 },
    ...{ waits_for: null, due_at: null, started_at: null, finished_at: null, error: null, instructions: null },
    ...{ preview: null, checks: [], targets: [], approval_id: null, child_id: null, decided_by: null },
  };
}

const taken = takenOf({
  input: { size: 3 },
  incident: null,
  steps: [
    step("check", "succeeded", { result: true }),
    step("yes", "succeeded"),
    step("no", "skipped"),
    step("ask", "failed", { decision: "rejected" }),
    step("sorry", "running"),
    step("later", "pending"),
  ],
});

test("a run went along the branch of its result", () => {
  expect(taken({ from: "check", to: "yes", condition: "true" })).toBe(true);
  expect(taken({ from: "check", to: "no", condition: "false" })).toBe(false);
});

test("a failed step leads on only through a condition that is true", () => {
  expect(taken({ from: "ask", to: "sorry" })).toBe(false);
  expect(taken({ from: "ask", to: "sorry", condition: 'steps.ask.decision == "rejected"' })).toBe(true);
  expect(taken({ from: "ask", to: "sorry", condition: "input.size > 5" })).toBe(false);
});

test("nothing is known before the source has ended", () => {
  expect(taken({ from: "sorry", to: "later" })).toBeUndefined();
});
