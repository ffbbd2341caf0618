import { expect, test } from "vitest";
import { features, pageAt, pages } from "./features.ts";

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test("no two pages share a path, a name or a key", () => {
  expect(repeated(pages.map(({ to }) => to))).toEqual([]);
  expect(repeated(pages.map(({ label }) => label))).toEqual([]);
  expect(repeated(pages.flatMap(({ keys }) => keys ?? []))).toEqual([]);
});

test.each([
  ["/", "/"],
  ["/reports", "/reports"],
  ["/reports/new", "/reports"],
  ["/reports/dashboards", "/reports/dashboards"],
  ["/reports/dashboards/1", "/reports/dashboards"],
  ["/nothing", undefined],
])("the address %s belongs to the page %s", (pathname, page) => {
  expect(pageAt(pathname)?.to).toBe(page);
});

test("keys that start with the same letter form a sequence of two", () => {
  for (const { keys } of pages) expect(keys ?? "g i").toMatch(/^g .$/);
});

test("a prefix of references belongs to one feature", () => {
  expect(repeated(features.flatMap(({ references }) => Object.keys(references)))).toEqual([]);
});
