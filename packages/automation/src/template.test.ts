import { expect, test } from "vitest";
import { type Lookup, placeholdersOf, renderText, templateProblem } from "./template.ts";

const lookup: Lookup = ([root, name]) => {
  const values: Record<string, unknown> = { text: "a", list: [1, { b: 2 }], count: 5, none: null, yes: true };
  if (root === "parameters" && name === "password") return { value: "hunter22", secret: true };
  return root === "parameters" && name !== undefined && name in values
    ? { value: values[name], secret: false }
    : undefined;
};

test("values become text, and secrets are masked", () => {
  const text =
    "{{ parameters.text }} {{parameters.count}} {{ parameters.list }} {{ parameters.none }}|{{ parameters.yes }}";
  expect(renderText(text, lookup)).toBe('a 5 [1,{"b":2}] |true');
  expect(renderText("{{ parameters.password }}", lookup)).toBe("••••••");
});

test("a value with braces is not rendered again", () => {
  expect(renderText("{{ parameters.text }}", () => ({ value: "{{ parameters.password }}", secret: false }))).toBe(
    "{{ parameters.password }}",
  );
});

test("four braces are two", () => {
  expect(renderText("{{{{.Names}} {{ parameters.text }}}", lookup)).toBe("{{.Names}} a}");
});

test("a missing value is named", () => {
  expect(() => renderText("{{ parameters.other }}", lookup)).toThrow(
    "The placeholder {{ parameters.other }} has no value.",
  );
});

test("the placeholders with their places", () => {
  expect(placeholdersOf("a {{ steps.check.body.items.0.id }} {{{{ x }}")).toEqual([
    { path: ["steps", "check", "body", "items", "0", "id"], at: 2 },
  ]);
});

test.each([
  ["a {{ b", "The placeholder at character 3 is never closed"],
  ["{{ }}", "The placeholder at character 1 is empty"],
  ["{{ .Names }}", "'{{ .Names }}' is not a placeholder"],
  ["{{ a b }}", "'{{ a b }}' is not a placeholder"],
  ["{{ a..b }}", "is not a placeholder"],
  ["{{ a;b }}", "is not a placeholder"],
])("%s is refused", (text, message) => {
  expect(templateProblem(text)).toContain(message);
  expect(() => renderText(text, lookup)).toThrow(message);
});
