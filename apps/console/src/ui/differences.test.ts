import { expect, test } from "vitest";
import { differences } from "./differences.ts";

test("only changed fields are shown, without version and timestamps", () => {
  const before = { severity: "P2", title: "Disk full", version: 4, updated_at: "a" };
  const after = { severity: "P1", title: "Disk full", version: 5, updated_at: "b" };
  expect(differences(before, after)).toEqual([{ field: "severity", before: "P2", after: "P1" }]);
});

test("all fields of a new record are shown as added", () => {
  expect(differences(null, { name: "Network", version: 1 })).toEqual([
    { field: "name", before: undefined, after: "Network" },
    { field: "version", before: undefined, after: "1" },
  ]);
});

test("lists and objects are compared by value", () => {
  expect(differences({ ids: ["a"] }, { ids: ["a"] })).toEqual([]);
  expect(differences({ ids: ["a"] }, { ids: ["b"] })).toHaveLength(1);
});
