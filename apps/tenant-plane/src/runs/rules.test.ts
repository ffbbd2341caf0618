import { describe, expect, test } from "vitest";
import type { Plan, PlanEdge, PlanNode, StepState } from "./plan.ts";
import { advance, nextPhase, statusOf, toRetry } from "./rules.ts";

const node = (id: string, fields: Partial<PlanNode> = {}): PlanNode => ({
  id,
  phase: "main",
  type: "command",
  title: id,
  condition: null,
  continueOnFailure: false,
  timeoutSeconds: null,
  retries: 0,
  retryDelaySeconds: 0,
  safeToRepeat: false,
  config: {},
  ...fields,
});
const path = (from: string, to: string, condition: string | null = null): PlanEdge => ({
  from,
  to,
  kind: "path",
  condition,
});
const chain = (...ids: string[]): PlanEdge[] =>
  ids.slice(1).map((to, index) => ({ from: ids[index] ?? "", to, kind: "chain", condition: null }));
const states = (words: Record<string, StepState["status"]>, outputs: Record<string, object> = {}): StepState[] =>
  Object.entries(words).map(([id, status]) => ({ id, status, output: { ...outputs[id] } }));

/** Conditions of these tests name a step and its status: `a=failed`. */
const isTrue = (expression: string, all: readonly StepState[]) => {
  if (expression === "broken") throw new Error("no such key");
  const [id, status] = expression.split("=");
  return all.find((step) => step.id === id)?.status === status;
};
const next = (plan: Plan, now: StepState[]) => advance(plan, "main", now, isTrue);

describe("a chain", () => {
  const plan: Plan = { nodes: [node("a"), node("b"), node("c")], edges: chain("a", "b", "c") };

  test("runs one step after another", () => {
    expect(next(plan, states({ a: "pending", b: "pending", c: "pending" })).queue).toEqual(["a"]);
    expect(next(plan, states({ a: "running", b: "pending", c: "pending" })).queue).toEqual([]);
    expect(next(plan, states({ a: "succeeded", b: "pending", c: "pending" })).queue).toEqual(["b"]);
    expect(next(plan, states({ a: "succeeded", b: "succeeded", c: "succeeded" })).outcome).toBe("succeeded");
  });

  test("stops at a failed step and skips the rest", () => {
    const after = next(plan, states({ a: "failed", b: "pending", c: "pending" }));
    expect(after).toMatchObject({ queue: [], skip: ["b", "c"], outcome: "failed", failedBy: "a" });
  });

  test("goes on after a step that may fail", () => {
    const lenient = { ...plan, nodes: [node("a", { continueOnFailure: true }), node("b"), node("c")] };
    expect(next(lenient, states({ a: "failed", b: "pending", c: "pending" })).queue).toEqual(["b"]);
  });

  test("skips a step whose condition is false, and goes on with the next", () => {
    const conditional = { ...plan, nodes: [node("a"), node("b", { condition: "a=failed" }), node("c")] };
    expect(next(conditional, states({ a: "succeeded", b: "pending", c: "pending" }))).toMatchObject({
      skip: ["b"],
      queue: ["c"],
    });
  });

  test("fails a step whose condition cannot be evaluated", () => {
    const broken = { ...plan, nodes: [node("a"), node("b", { condition: "broken" }), node("c")] };
    expect(next(broken, states({ a: "succeeded", b: "pending", c: "pending" }))).toMatchObject({
      fail: [{ id: "b", error: "no such key" }],
      outcome: "failed",
    });
  });
});

describe("a graph", () => {
  const diamond: Plan = {
    nodes: [node("start"), node("left"), node("right"), node("join")],
    edges: [path("start", "left"), path("start", "right"), path("left", "join"), path("right", "join")],
  };

  test("runs branches at the same time and joins them when all are over", () => {
    const begun = states({ start: "succeeded", left: "pending", right: "pending", join: "pending" });
    expect(next(diamond, begun).queue).toEqual(["left", "right"]);
    const half = states({ start: "succeeded", left: "succeeded", right: "running", join: "pending" });
    expect(next(diamond, half).queue).toEqual([]);
    const both = states({ start: "succeeded", left: "succeeded", right: "succeeded", join: "pending" });
    expect(next(diamond, both).queue).toEqual(["join"]);
  });

  const choice: Plan = {
    nodes: [node("check"), node("yes"), node("no"), node("join")],
    edges: [path("check", "yes", "true"), path("check", "no", "false"), path("yes", "join"), path("no", "join")],
  };

  test("takes one branch of a condition, and the join does not wait for the other", () => {
    const decided = states(
      { check: "succeeded", yes: "pending", no: "pending", join: "pending" },
      { check: { result: false } },
    );
    expect(next(choice, decided)).toMatchObject({ queue: ["no"], skip: ["yes"] });
    const done = states({ check: "succeeded", yes: "skipped", no: "succeeded", join: "pending" });
    expect(next(choice, done).queue).toEqual(["join"]);
  });

  test("waits for steps that still run before it fails", () => {
    const failing = states({ start: "succeeded", left: "failed", right: "running", join: "pending" });
    expect(next(diamond, failing)).toMatchObject({ queue: [], skip: ["join"], outcome: undefined });
  });

  test("goes on from a failed step through a condition that says so", () => {
    const handled: Plan = {
      nodes: [node("ask"), node("go"), node("sorry")],
      edges: [path("ask", "go"), path("ask", "sorry", "ask=failed")],
    };
    const rejected = states({ ask: "failed", go: "pending", sorry: "pending" });
    expect(next(handled, rejected)).toMatchObject({ queue: ["sorry"], skip: ["go"], failedBy: undefined });
    expect(next(handled, states({ ask: "failed", go: "skipped", sorry: "succeeded" })).outcome).toBe("succeeded");
  });
});

test("a run waits when every open step waits", () => {
  expect(statusOf(states({ a: "succeeded", b: "waiting" }))).toBe("waiting");
  expect(statusOf(states({ a: "queued", b: "waiting" }))).toBe("running");
});

test("a failed run goes on with its steps for that, a good one with its verification", () => {
  const plan: Plan = {
    nodes: [node("a"), node("tell", { phase: "failure" }), node("verification", { phase: "verification" })],
    edges: [],
  };
  expect(nextPhase(plan, "main", "failed")).toBe("failure");
  expect(nextPhase(plan, "main", "succeeded")).toBe("verification");
  expect(nextPhase(plan, "failure", "succeeded")).toBeUndefined();
});

test("a retry runs the failed step and what followed it, and nothing that succeeded", () => {
  const plan: Plan = {
    nodes: [node("a"), node("b"), node("c"), node("other"), node("tell", { phase: "failure" })],
    edges: [...chain("a", "b", "c"), path("a", "other", "false")],
  };
  const now = states({ a: "succeeded", b: "failed", c: "skipped", other: "skipped", tell: "succeeded" });
  expect(toRetry(plan, now)).toEqual({ queue: ["b"], reset: ["c", "tell"] });
});

test("a retry of a large graph with many paths is decided at once", () => {
  const width = Array.from({ length: 50 }, (_, level) => level);
  const nodes = width.flatMap((level) => [node(`a${level}`), node(`b${level}`)]);
  const edges = width
    .slice(1)
    .flatMap((level) =>
      ["a", "b"].flatMap((from) => ["a", "b"].map((to) => path(`${from}${level - 1}`, `${to}${level}`))),
    );
  const skipped = nodes.map(({ id }): StepState => ({ id, status: id === "a0" ? "failed" : "skipped", output: {} }));
  const { queue, reset } = toRetry({ nodes, edges }, skipped);
  expect([queue, reset.length]).toEqual([["a0"], 98]);
});
