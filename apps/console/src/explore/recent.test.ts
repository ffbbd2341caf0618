import { expect, test } from "vitest";
import { withRecent } from "./recent.ts";

test("a query that runs again moves to the front", () => {
  expect(withRecent(["a", "b"], "b")).toEqual(["b", "a"]);
});

test("blank queries are not kept, and the list stays short", () => {
  expect(withRecent(["a"], "  ")).toEqual(["a"]);
  const many = Array.from({ length: 20 }, (_, index) => String(index));
  expect(withRecent(many, "new")).toEqual(["new", ...many.slice(0, 19)]);
});
