import { expect, test } from "vitest";
import { isSlug, slugOf } from "./slug.ts";

test.each([
  ["Acme", "acme"],
  ["Müller & Söhne GmbH", "muller-sohne-gmbh"],
  ["  3 Little Pigs, Inc. ", "little-pigs-inc"],
  ["a".repeat(60), "a".repeat(40)],
  ["日本", ""],
])("the organization '%s' gets the id '%s'", (name, id) => {
  expect(slugOf(name)).toBe(id);
});

test("an id begins with a letter and has at least two characters", () => {
  expect(isSlug("acme-2")).toBe(true);
  expect(isSlug("2acme")).toBe(false);
  expect(isSlug("a")).toBe(false);
  expect(isSlug("Acme")).toBe(false);
});
