import { expect, test } from "vitest";
import { draftOf } from "./draft.ts";
import { addStep } from "./edits.ts";
import { allProblems, messageAt, placeOf } from "./problems.ts";

const { draft } = addStep(draftOf(undefined), "delay");

test("a path leads to its step, edge or the settings", () => {
  expect(placeOf("steps.0.config.seconds", draft)).toEqual({ kind: "step", id: "delay" });
  expect(placeOf("edges.2.condition", draft)).toEqual({ kind: "edge", index: 2 });
  expect(placeOf("triggers.0.cron", draft)).toEqual({ kind: "settings" });
  expect(placeOf("steps", draft)).toEqual({ kind: "settings" });
});

test("problems of the server join those of the linter", () => {
  const own = [{ level: "error" as const, path: "steps.0.id", message: "twice" }];
  const all = allProblems(own, [
    { path: "/steps/0/id", message: "again" },
    { path: "triggers.0.cron", message: "too dense" },
  ]);
  expect(all).toHaveLength(2);
  expect(messageAt(all, "triggers.0.cron")).toBe("too dense");
});
