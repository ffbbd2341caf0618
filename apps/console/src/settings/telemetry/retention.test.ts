import { expect, test } from "vitest";
import { draftOf, patchOf, problemsIn, rebased, unchosen } from "./retention.ts";

const stored = {
  retention_days: { logs: 7, metrics: null, traces: 14, flows: null },
  plan_retention_days: 30,
};

test("an empty field is what the plan allows", () => {
  expect(draftOf(stored)).toEqual({ logs: 7, metrics: "", traces: 14, flows: "" });
  expect(unchosen(stored)).toBe("30 (plan)");
  expect(unchosen({ ...stored, plan_retention_days: null })).toBe("for ever");
});

test("only what was changed is sent, and an emptied field takes the choice back", () => {
  const draft = draftOf(stored);
  expect(patchOf(draft, stored)).toEqual({});
  expect(patchOf({ ...draft, logs: "", flows: 3 }, stored)).toEqual({ logs: null, flows: 3 });
});

test("going on after somebody else has saved keeps one's own changes and takes theirs elsewhere", () => {
  const theirs = { ...stored, retention_days: { logs: 21, metrics: 5, traces: 14, flows: null } };
  const mine = { ...draftOf(stored), logs: 10 };
  expect(rebased(mine, stored, theirs)).toEqual({ logs: 10, metrics: 5, traces: 14, flows: "" });
});

test("days are whole, at least one, and no more than the plan allows", () => {
  const draft = { logs: 0, metrics: 30, traces: 31, flows: 1.5 };
  expect(problemsIn(draft, stored)).toEqual({ logs: "1 to 30 days", traces: "1 to 30 days", flows: "1 to 30 days" });
  expect(problemsIn({ ...draft, logs: 1, flows: "-" }, { ...stored, plan_retention_days: null })).toEqual({
    flows: "1 to 3650 days",
  });
});
