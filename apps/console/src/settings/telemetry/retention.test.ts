import { expect, test } from "vitest";
import { draftOf, patchOf, problemsIn, unchosen } from "./retention.ts";

const stored = {
  retention_days: { logs: 7, metrics: null, traces: 14, flows: null },
  plan_retention_days: 30,
};

test("an empty field is the maximum of the plan", () => {
  expect(draftOf(stored)).toEqual({ logs: 7, metrics: "", traces: 14, flows: "" });
  expect(unchosen(stored)).toBe("30 (plan maximum)");
  expect(unchosen({ plan_retention_days: null })).toBe("Forever");
});

test("an emptied field resets to the plan's maximum", () => {
  expect(patchOf({ logs: "", flows: 3 })).toEqual({ logs: null, flows: 3 });
});

test("days are whole, at least one, and no more than the plan allows", () => {
  const draft = { logs: 0, metrics: 30, traces: 31, flows: 1.5 };
  expect(problemsIn(draft, stored)).toEqual({ logs: "1 to 30 days", traces: "1 to 30 days", flows: "1 to 30 days" });
  expect(problemsIn({ ...draft, logs: 1, flows: "-" }, { ...stored, plan_retention_days: null })).toEqual({
    flows: "1 to 3650 days",
  });
});
