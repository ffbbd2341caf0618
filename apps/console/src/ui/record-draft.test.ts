import { expect, test } from "vitest";
import { changedFields, collisions } from "./record-draft.ts";

const base = { name: "db-1", tags: ["pci"], owner: null, days: 7 };

test("only fields with another value are changes, also in lists and objects", () => {
  expect(changedFields(base, { ...base })).toEqual({});
  expect(changedFields(base, { ...base, tags: ["pci"], days: 8, owner: { id: "x" } })).toEqual({
    days: 8,
    owner: { id: "x" },
  });
});

test("two people conflict only when both changed the same field to different values", () => {
  const theirs = { ...base, name: "db-2", days: 9 };
  expect(collisions({ tags: ["eu"] }, base, theirs)).toEqual([]);
  expect(collisions({ days: 8, tags: [] }, base, theirs)).toEqual(["days"]);
  expect(collisions({ days: 9 }, base, theirs)).toEqual([]);
});
