import { expect, test } from "vitest";
import { differences } from "./differences.ts";

test("only what changed is shown, without the bookkeeping", () => {
  const before = { severity: "P2", title: "Disk full", version: 4, updated_at: "a" };
  const after = { severity: "P1", title: "Disk full", version: 5, updated_at: "b" };
  expect(differences(before, after)).toEqual([{ field: "severity", before: "P2", after: "P1" }]);
});

test("of a new record everything is shown as added", () => {
  expect(differences(null, { name: "Network", version: 1 })).toEqual([
    { field: "name", before: undefined, after: "Network" },
    { field: "version", before: undefined, after: "1" },
  ]);
});

test("lists and objects are compared by what is in them", () => {
  expect(differences({ ids: ["a"] }, { ids: ["a"] })).toEqual([]);
  expect(differences({ ids: ["a"] }, { ids: ["b"] })).toHaveLength(1);
});
