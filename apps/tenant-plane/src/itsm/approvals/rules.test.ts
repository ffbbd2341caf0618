import type { ApprovalStep } from "@opsplane/contract";
import { describe, expect, test } from "vitest";
import { begin, type Chain, decide, readSteps } from "./rules.ts";

const at = new Date("2026-03-01T10:00:00Z");

function aStep(order: number, required = true): ApprovalStep {
  return { order, name: "", approver_type: "any", approver_value: null, approver_name: "anyone", required };
}

function decided(chain: Chain, ...results: ("approved" | "rejected" | "skipped")[]): Chain {
  return results.reduce((now, result) => decide(now, { result, by: "ann@example.com", comment: "", at }), chain);
}

describe("steps", () => {
  test("are read in every notation", () => {
    const read = readSteps([
      { approver_type: "role", approver_value: "admin" },
      { approver: "role", approver_value: "admin" },
      { approver: "role:admin" },
      { approver: { type: "role", value: "admin" } },
      { approver: "any" },
    ]);
    expect(read.map(({ order, type, value }) => [order, type, value])).toEqual([
      [1, "role", "admin"],
      [2, "role", "admin"],
      [3, "role", "admin"],
      [4, "role", "admin"],
      [5, "any", null],
    ]);
    expect(read.every(({ required }) => required)).toBe(true);
  });

  test("are sorted by their order, not by their position", () => {
    expect(
      readSteps([
        { order: 5, approver: "any", name: "second" },
        { order: 2, approver: "any", name: "first" },
      ]).map(({ name }) => name),
    ).toEqual(["first", "second"]);
  });

  test("with the same order, without an approver or without a value are refused", () => {
    const two = [
      { order: 1, approver: "any" },
      { order: 1, approver: "any" },
    ];
    expect(() => readSteps(two)).toThrow("two steps with the order 1");
    expect(() => readSteps([{}])).toThrow("steps.0.approver_type: is required");
    expect(() => readSteps([{ approver: "role" }])).toThrow("which role decides?");
    expect(() => readSteps([{ approver: "unknown" }])).toThrow("user, group, role, any");
  });
});

describe("a chain", () => {
  const steps = [aStep(1), aStep(2, false), aStep(3)];

  test("is approved when the last step is", () => {
    const end = decided(begin(steps), "approved", "approved", "approved");
    expect(end).toMatchObject({ status: "approved", current_step: null });
    expect(end.step_results.map(({ order, result }) => [order, result])).toEqual([
      [1, "approved"],
      [2, "approved"],
      [3, "approved"],
    ]);
  });

  test("ends with a rejected required step, but not with a rejected optional one", () => {
    expect(decided(begin(steps), "rejected")).toMatchObject({ status: "rejected", current_step: null });
    expect(decided(begin(steps), "approved", "rejected")).toMatchObject({ status: "pending", current_step: 3 });
    expect(decided(begin(steps), "approved", "skipped", "approved").status).toBe("approved");
  });

  test("cannot skip a required step, and cannot be decided after its end", () => {
    expect(() => decided(begin(steps), "skipped")).toThrow("Step 1 is required");
    expect(() => decided(begin(steps), "rejected", "approved")).toThrow("rejected already");
  });
});
