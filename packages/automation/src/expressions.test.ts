import { describe, expect, test } from "vitest";
import { ExpressionFailure, evaluate, expressionPaths, expressionProblem, isTrue } from "./expressions.ts";

const scope = {
  input: { count: 5, ratio: 5.5, names: ["a", "b"], nothing: null, text: "web-1" },
  steps: { check: { value: 85 }, "check-disk": { value: 80 } },
  parameters: { size: 6 },
};
const roots = ["input", "steps", "parameters"];

describe("numbers of JSON", () => {
  test.each([
    ["steps.check.value > 80", true],
    ["input.count == 5", true],
    ["input.count == 5.0", true],
    ["parameters.size * 2 > 10", true],
    ["input.ratio * 2 > 10", true],
    ["input.ratio * 2 == 11", true],
    ['steps["check-disk"].value / 100 > 0.5', true],
    ["input.count in [1, 5]", true],
    ["size(input.names) == 2", true],
    ["input.count + 1", 6],
    ["input.names[1]", "b"],
    ["10 % 3", 1],
    ["input.count % 2", 1],
    ['input.?missing.orValue("none")', "none"],
    ["input.nothing == null", true],
    ['input.text.matches("^web-[0-9]+$") && !("x").matches("y")', true],
    ["input.names.map(name, name + '!')", ["a!", "b!"]],
    ['{"a": 1}', { a: 1 }],
  ])("%s", (text, result) => {
    expect(expressionProblem(text, roots)).toBeUndefined();
    expect(evaluate(text, scope)).toEqual(result);
  });
});

test.each([
  ["input.count >", "The expression is wrong at character 14: it ends too early."],
  ["foo.bar == 1", "The expression names 'foo', which does not exist here; it may use input, steps and parameters."],
  ["", "The expression is empty; write one such as input.count > 5."],
  ["input.__proto__", "The name '__proto__' cannot be used in an expression."],
  ['input["constructor"]', "The name 'constructor' cannot be used in an expression."],
  [`"${"a".repeat(2000)}"`, "The expression has 2002 characters; at most 2000 are allowed."],
  ["input.a.map(x, input.a.map(y, input.a.map(z, z)))", "Macros such as map() may be nested at most 2 deep."],
])("%s is refused", (text, message) => {
  expect(expressionProblem(text, roots)).toBe(message);
});

test("deep expressions and slow patterns are refused", () => {
  expect(expressionProblem(`${"(".repeat(500)}1${")".repeat(500)}`, roots)).toContain("xceeded maxDepth");
  expect(expressionProblem('input.text.matches("(a+)+$")', roots)).toContain("can take forever");
  expect(() => evaluate("input.text.matches(input.pattern)", { input: { text: "a", pattern: "(a+)+$" } })).toThrow(
    "can take forever",
  );
});

test("a missing key is named", () => {
  expect(() => evaluate("input.missing > 1", scope)).toThrow(
    new ExpressionFailure("'input.missing > 1' cannot be evaluated: there is no 'missing'."),
  );
});

test("a condition must be true or false", () => {
  expect(isTrue("input.count > 4", scope)).toBe(true);
  expect(() => isTrue("input.count", scope)).toThrow("'input.count' is 5; a condition must be true or false.");
});

test("inherited properties do not exist", () => {
  for (const name of ["toString", "valueOf", "hasOwnProperty"])
    expect(() => evaluate(`input.${name}`, scope)).toThrow(`there is no '${name}'`);
});

test("the paths of an expression", () => {
  expect(
    expressionPaths('steps.check.value > parameters.size && input.names.exists(n, n == steps["x"].y)', roots),
  ).toEqual([
    ["steps", "check", "value"],
    ["parameters", "size"],
    ["input", "names"],
    ["steps", "x", "y"],
  ]);
});
