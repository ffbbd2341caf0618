import { expect, test } from "vitest";
import { definitionOf, fieldsOf, newDraft, problemsOf } from "./slo-draft.ts";

test("a new objective lacks a name and a service", () => {
  expect(problemsOf(newDraft)).toEqual({ name: "Enter a name.", service: "Enter a service." });
  expect(problemsOf({ ...newDraft, name: "Shop", service: "shop" })).toEqual({});
});

test("each type asks for its own fields", () => {
  const named = { ...newDraft, name: "Shop" };
  expect(Object.keys(problemsOf({ ...named, type: "ratio" }))).toEqual(["good", "total"]);
  expect(Object.keys(problemsOf({ ...named, type: "latency", threshold_ms: "" }))).toEqual(["service", "threshold_ms"]);
  expect(Object.keys(problemsOf({ ...named, service: "s", objective: 100, window_days: "" }))).toEqual([
    "objective",
    "window_days",
  ]);
});

test("fields of another type are not sent", () => {
  const draft = { ...newDraft, name: " Shop ", service: "shop", operation: "GET /" };
  expect(definitionOf(draft).indicator).toEqual({ type: "availability", service: "shop", operation: "GET /" });
  const ratio = { ...draft, type: "ratio" as const, good: { metric_name: "a", filters: [] } };
  expect(definitionOf(ratio).indicator).toEqual({
    ...{ type: "ratio", service: "shop", good: { metric_name: "a" }, total: { metric_name: "" } },
  });
  expect(fieldsOf(draft).name).toBe("Shop");
});
