import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completionAt, highlightsOf, parse, problemOf, writeValue } from "./index.ts";

const coloredParts = (q: string) => highlightsOf(q).map(({ kind, from, to }) => `${kind} ${q.slice(from, to)}`);

describe("highlights", () => {
  test("name every part of a query", () => {
    expect(coloredParts('level:>=warn AND -(service:"a b" OR x)')).toEqual([
      "field level",
      "operator :>=",
      "word warn",
      "keyword AND",
      "operator -",
      "bracket (",
      "field service",
      "operator :",
      'phrase "a b"',
      "keyword OR",
      "word x",
      "bracket )",
    ]);
  });

  test("are there while the query is unfinished", () => {
    expect(coloredParts('level: "a b')).toEqual(["field level", "operator :", 'phrase "a b']);
    expect(coloredParts("level:(error")).toEqual(["field level", "operator :", "bracket (", "word error"]);
  });

  test("cover everything but blanks in order, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (q) => {
        let end = 0;
        let rest = "";
        for (const { from, to } of highlightsOf(q)) {
          expect(from).toBeGreaterThanOrEqual(end);
          rest += q.slice(end, from);
          end = to;
        }
        expect((rest + q.slice(end)).trim()).toBe("");
      }),
    );
  });
});

test.each([
  ["level: error", "level:", 'a value is missing after "level:"'],
  ["a AND", "AND", 'a word is missing after "AND"'],
  ["a (b", "(", "this bracket is never closed"],
  ["a) b", ")", '")" closes a bracket that was never opened'],
  ['service:"web', '"web', "this quote is never closed"],
  ["😀 a AND OR b", "OR", 'a word is expected, not "OR"'],
])("the problem of %s is marked at %s", (q, marked, message) => {
  const problem = problemOf(q);
  expect(problem && [q.slice(problem.from, problem.to), problem.message]).toEqual([marked, message]);
});

test("a query that can be read has no problem", () => {
  expect(problemOf("level:error -debug")).toBeUndefined();
  expect(problemOf("")).toBeUndefined();
});

/** The cursor is at the bar. */
function completed(marked: string) {
  const offset = marked.indexOf("|");
  return completionAt(marked.replace("|", ""), offset);
}

describe("completion", () => {
  test.each([
    ["|", { from: 0, typed: "", afterTerm: false }],
    ["serv|", { from: 0, typed: "serv", afterTerm: false }],
    ["a |", { from: 2, typed: "", afterTerm: true }],
    ["a O|", { from: 2, typed: "O", afterTerm: true }],
    ["a OR|", { from: 2, typed: "OR", afterTerm: true }],
    ["a OR |", { from: 5, typed: "", afterTerm: false }],
    ["-|", { from: 1, typed: "", afterTerm: false }],
    ["(|", { from: 1, typed: "", afterTerm: false }],
    ["level:(error OR x) |", { from: 19, typed: "", afterTerm: true }],
    ["😀 le| b", { from: 3, typed: "le", afterTerm: true }],
  ])("%s takes a field or keyword", (marked, expected) => {
    expect(completed(marked)).toEqual({ kind: "term", ...expected });
  });

  const plain = { operator: undefined, phrase: false };
  test.each([
    ["level:|", { from: 6, typed: "", field: "level", ...plain }],
    ["a level:er| b", { from: 8, typed: "er", field: "level", ...plain }],
    ["size:>=1|", { from: 7, typed: "1", field: "size", operator: ">=", phrase: false }],
    ['service:"my sh|', { from: 8, typed: "my sh", field: "service", operator: undefined, phrase: true }],
    ["level:(|", { from: 7, typed: "", field: "level", ...plain }],
    ["level:(error OR fa|", { from: 16, typed: "fa", field: "level", ...plain }],
  ])("%s takes a value", (marked, expected) => {
    expect(completed(marked)).toEqual({ kind: "value", ...expected });
  });

  test("is not offered in a phrase of the message and after a finished one", () => {
    expect(completed('"out of|')).toBeUndefined();
    expect(completed('service:"web"|')).toBeUndefined();
  });
});

test("a written value reads back as the same text", () => {
  expect([writeValue("web"), writeValue("my shop"), writeValue("a*b"), writeValue(">5"), writeValue("")]).toEqual([
    "web",
    '"my shop"',
    '"a*b"',
    '">5"',
    '""',
  ]);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), (value) => {
      const query = parse(`x:${writeValue(value)}`);
      expect(query).toMatchObject({ kind: "term", field: "x", text: { parts: [value] } });
    }),
  );
});
