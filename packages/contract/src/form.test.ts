import { describe, expect, test } from "vitest";
import { type Form, formProblems, inputProblems } from "./form.ts";

const form: Form = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2 },
    size: { type: "string", enum: ["S", "M"] },
    notes: { type: "string", format: "multiline" },
    when: { type: "string", format: "date" },
    count: { type: "integer", minimum: 1 },
    agreed: { type: "boolean" },
    extras: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 1 },
  },
  required: ["name"],
};

const paths = (problems: { path: string }[]) => problems.map(({ path }) => path);

describe("a form", () => {
  test("with plain fields is valid, and so is an empty form", () => {
    expect([formProblems(form), formProblems({})]).toEqual([[], []]);
  });

  test("that cannot be displayed is refused with the path of the problem", () => {
    expect(paths(formProblems([]))).toEqual(["form"]);
    expect(paths(formProblems({ properties: { a: { type: "object" } } }))).toEqual(["form.properties.a.type"]);
    expect(paths(formProblems({ properties: { a: { type: "string", $ref: "#" } } }))).toEqual([
      "form.properties.a.$ref",
    ]);
    expect(paths(formProblems({ properties: { a: {} } }))).toContain("form.properties.a");
    expect(paths(formProblems({ allOf: [] }))).toEqual(["form.allOf"]);
    expect(formProblems({ properties: {}, required: ["x"] })).toEqual([
      { path: "form.required", message: "lists 'x', which is not a field of this form" },
    ]);
  });
});

describe("inputs", () => {
  test("that fit have no problems; optional fields may be left out", () => {
    expect(inputProblems(form, { name: "Ann" })).toEqual([]);
    const all = {
      name: "Ann",
      size: "M",
      notes: "two\nlines",
      when: "2030-01-31",
      count: 2,
      agreed: true,
      extras: ["a"],
    };
    expect(inputProblems(form, all)).toEqual([]);
  });

  test("that do not fit are reported one by one", () => {
    const wrong = { name: "x", size: "L", when: "soon", count: 0.5, agreed: "yes", extras: ["a", "b"], other: 1 };
    expect(paths(inputProblems(form, wrong)).sort()).toEqual([
      "inputs.agreed",
      "inputs.count",
      "inputs.extras",
      "inputs.name",
      "inputs.other",
      "inputs.size",
      "inputs.when",
    ]);
  });

  test("that are links start with http, https or mailto", () => {
    const linked: Form = { properties: { link: { type: "string", format: "uri" } } };
    for (const link of ["https://example.com/a?b#c", "HTTP://example.com", "mailto:ann@example.com"])
      expect([link, inputProblems(linked, { link })]).toEqual([link, []]);
    for (const link of [
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "vbscript:x",
    ])
      expect([link, inputProblems(linked, { link })]).toEqual([
        link,
        [{ path: "inputs.link", message: "must start with http://, https:// or mailto:" }],
      ]);
  });

  test("that are blank are missing", () => {
    for (const name of ["", "  ", null, undefined])
      expect(inputProblems(form, { name })).toEqual([{ path: "inputs.name", message: "is required" }]);
  });

  test("without a form must be empty", () => {
    expect(inputProblems({}, {})).toEqual([]);
    expect(paths(inputProblems({}, { a: 1 }))).toEqual(["inputs.a"]);
  });
});

test("inputs have a total limit, and a field without a limit has a default one", () => {
  const open: Form = {
    properties: { text: { type: "string" }, words: { type: "array" }, long: { type: "string", maxLength: 30_000 } },
  };
  expect(paths(inputProblems(open, { text: "x".repeat(20_001) }))).toEqual(["inputs.text"]);
  expect(paths(inputProblems(open, { words: Array.from({ length: 501 }, () => "a") }))).toEqual(["inputs.words"]);
  expect(inputProblems(open, { text: "x".repeat(20_000), long: "x".repeat(30_000) })).toEqual([]);
  expect(inputProblems(open, { long: "é".repeat(40_000) })).toEqual([
    { path: "inputs", message: "must not be larger than 64 kB as JSON" },
  ]);
});
