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

test("deep expressions and patterns that cannot run are refused", () => {
  expect(expressionProblem(`${"(".repeat(500)}1${")".repeat(500)}`, roots)).toContain("xceeded maxDepth");
  expect(expressionProblem('input.text.matches("(a)\\\\1")', roots)).toContain("back-reference");
  for (const [pattern, reason] of [
    ["(a)\\1", "back-reference"],
    ["x".repeat(201), "at most 200"],
  ] as const)
    expect(() => evaluate("input.text.matches(input.pattern)", { input: { text: "a", pattern } })).toThrow(reason);
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

describe("an evaluation has a budget", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const hostile: Record<string, [text: string, input: object]> = {
    "a search in a search": ["input.a.exists(i, input.a.exists(j, i + j == -1))", { a: numbers(9_999) }],
    "a list of lists": [
      "input.a.map(i, input.a.map(j, input.s + string(j))).size() > 0",
      { a: numbers(9_999), s: "x" },
    ],
    "a result of copies": ["input.a.map(i, input)", { a: numbers(9_000) }],
    "comparing all with all": ["input.a.all(i, input == input)", { a: numbers(9_999) }],
    "a list in a list": ["input.a.exists(i, i + 0.5 in input.a)", { a: numbers(9_999) }],
    "growing text": [`(${"input.s + ".repeat(150)}input.s).size() > 0`, { s: "x".repeat(250_000) }],
    "joining with a long text": [
      "input.a.map(i, 'x').join(input.s).size() > 0",
      { a: numbers(9_000), s: "x".repeat(100_000) },
    ],
    "a long search text": ["input.s.contains(input.t)", { s: "a".repeat(150_000), t: `${"a".repeat(50_000)}b` }],
    "patterns for each": [
      `input.a.exists(i, input.s.matches("${"(x|y)*".repeat(20)}z"))`,
      { a: numbers(9_999), s: "x".repeat(2_000) },
    ],
    "errors for each": ["input.a.exists(i, i.x == 1)", { a: numbers(9_999) }],
    "conditions that are neither": ["input.a.exists(i, i)", { a: numbers(9_999) }],
    "growing lists": [
      "cel.bind(x, input.a + input.a, cel.bind(y, x + x, (y + y + y + y).size() > 0))",
      { a: numbers(9_999) },
    ],
  };
  test("that hostile expressions exceed", () => {
    for (const [name, [text, input]] of Object.entries(hostile))
      expect(() => evaluate(text, { input }), name).toThrow("it takes too many steps; compare fewer elements.");
    expect(() => evaluate("input.a.exists(i, i == 7)", { input: { a: numbers(10_001) } })).toThrow(
      "a macro such as map() takes at most 10000 elements.",
    );
  });

  test("that an expression cannot escape by an operator that forgives errors", () => {
    expect(() =>
      evaluate("input.a.exists(i, input.a.exists(j, false)) || true", { input: { a: numbers(9_999) } }),
    ).toThrow("too many steps");
  });

  test("that usual expressions keep", () => {
    const items = numbers(1_000).map((value) => ({ value, name: `web-${value}` }));
    const input = { items, limit: 10, large: numbers(50_000) };
    expect(evaluate("input.items.filter(i, i.value > input.limit && i.name.startsWith('web')).size()", { input })).toBe(
      989,
    );
    expect(evaluate('input.items.exists(i, i.name.matches("^web-99[0-9]$"))', { input })).toBe(true);
    expect(evaluate("input.large.size() == 50000 && input.large[49999] == 49999", { input })).toBe(true);
  });
});
