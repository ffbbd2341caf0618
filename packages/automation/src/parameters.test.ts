import type { Parameter } from "@opsplane/contract";
import { describe, expect, test } from "vitest";
import { parameterProblems, readParameters } from "./parameters.ts";

const problemsOf = (...parameters: Parameter[]) =>
  parameterProblems(parameters, "parameters").map(({ path, message }) => `${path}: ${message}`);

describe("definitions", () => {
  test("a good definition has no problems", () => {
    expect(
      problemsOf(
        { name: "service", type: "string", default: "nginx", pattern: "[a-z][a-z0-9@._-]*" },
        { name: "count", type: "integer", default: 5, min: 1, max: 10 },
        { name: "mode", type: "choice", choices: ["a", "b"], default: "a" },
        { name: "token", type: "secret", required: true },
        { name: "force", type: "boolean", default: false },
      ),
    ).toEqual([]);
  });

  test.each<[Parameter, string]>([
    [{ name: "a", type: "choice" }, "parameters.0.choices: The parameter 'a' is a choice and needs"],
    [{ name: "a", type: "secret", default: "x" }, "parameters.0.default: The secret 'a' cannot have a default"],
    [{ name: "a", type: "integer", default: 1.5 }, "The default of 'a' must be a whole number, not '1.5'."],
    [{ name: "a", type: "integer", default: "1" }, "The default of 'a' must be a integer, not text."],
    [{ name: "a", type: "number", default: 11, max: 10 }, "The default of 'a' is 11; it must be at most 10."],
    [{ name: "a", type: "choice", choices: ["x"], default: "y" }, "it must be one of x."],
    [{ name: "a", type: "string", pattern: "[a-z]+", default: "A" }, "which does not match [a-z]+."],
    [{ name: "a", type: "string", pattern: "(" }, "parameters.0.pattern: '(' is not a valid regular expression."],
    [{ name: "a", type: "number", min: 2, max: 1 }, "The smallest value 2 is larger"],
  ])("%j", (parameter, message) => {
    expect(problemsOf(parameter).join()).toContain(message);
  });

  test("names are unique", () => {
    expect(problemsOf({ name: "a", type: "string" }, { name: "a", type: "string" })).toEqual([
      "parameters.1.name: The name 'a' is used twice; names must be unique.",
    ]);
  });
});

test("a pattern that cannot run is refused, and one that only looks slow is not", () => {
  const problems = (pattern: string) => problemsOf({ name: "host", type: "string", pattern });
  expect(problems("(a)\\1")).toEqual([expect.stringContaining("parameters.0.pattern: ")]);
  expect(problems("x".repeat(201))).toEqual([expect.stringContaining("parameters.0.pattern: ")]);
  expect(problems("(a+)+")).toEqual([]);
});

describe("values", () => {
  const parameters: Parameter[] = [
    { name: "host", type: "string", required: true, pattern: "[a-z0-9-]+" },
    { name: "count", type: "integer", default: 3, min: 1 },
    { name: "force", type: "boolean", default: false },
    { name: "token", type: "secret" },
    { name: "stored", type: "secret", secret_id: "01890000-0000-7000-8000-000000000000" },
    { name: "note", type: "string" },
  ];

  test("are completed with defaults, and secrets are kept apart", () => {
    expect(readParameters(parameters, { host: "web-1", count: "7", force: "true", token: "hunter22" })).toEqual({
      ok: true,
      values: { host: "web-1", count: 7, force: true, note: null },
      secrets: { token: "hunter22" },
      stored: { stored: "01890000-0000-7000-8000-000000000000" },
    });
    expect(readParameters(parameters, { host: "web-1" })).toMatchObject({
      values: { count: 3, force: false },
      secrets: { token: "" },
    });
  });

  test.each([
    [{}, "parameters.host", "The parameter 'host' is required."],
    [{ host: "" }, "parameters.host", "The parameter 'host' is required."],
    [{ host: "A b" }, "parameters.host", "is 'A b', which does not match [a-z0-9-]+."],
    [{ host: "a", count: "seven" }, "parameters.count", "must be a whole number, not 'seven'."],
    [{ host: "a", count: "1e3" }, "parameters.count", "must be a whole number"],
    [{ host: "a", count: 0 }, "parameters.count", "is 0; it must be at least 1."],
    [{ host: "a", force: "yes" }, "parameters.force", "must be true or false, not 'yes'."],
    [{ host: "a", other: 1 }, "parameters.other", "There is no parameter 'other'; it has host, count"],
    [{ host: ["a"] }, "parameters.host", "must be text"],
    [{ host: "a", token: "abc" }, "parameters.token", "The secret 'token' needs at least 4 characters"],
    [{ host: "a", note: "x".repeat(10_001) }, "parameters.note", "has 10001 characters; at most 10000 are allowed."],
    [JSON.parse('{"host": "a", "__proto__": 1}'), "parameters.__proto__", "There is no parameter '__proto__'"],
  ])("%j is refused", (given, path, message) => {
    const result = readParameters(parameters, given);
    expect(result).toMatchObject({ ok: false, problems: [{ path, message: expect.stringContaining(message) }] });
  });

  test("a secret never appears in a message", () => {
    const result = readParameters([{ name: "token", type: "secret" }], { token: ["hunter22"] });
    expect(JSON.stringify(result)).not.toContain("hunter22");
  });
});
