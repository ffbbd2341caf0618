import fc from "fast-check";
import { expect, test } from "vitest";
import { anyQuery } from "./fixtures/any-query.ts";
import { parse, type Query, QuerySyntaxError } from "./index.ts";

/** A query with every bracket written out. */
function shape(query: Query): string {
  switch (query.kind) {
    case "all":
    case "any":
      return `(${query.of.map(shape).join(query.kind === "all" ? " & " : " | ")})`;
    case "not":
      return `!${shape(query.of)}`;
    case "term":
      return `${query.field === undefined ? "" : `${query.field}:`}${query.operator ?? ""}${query.text.parts.join("*")}`;
  }
}
const shapeOf = (q: string) => shape(parse(q));

function refusalOf(q: string): string {
  try {
    parse(q);
    return "";
  } catch (error) {
    return error instanceof QuerySyntaxError ? `at ${error.at} ${error.message}` : String(error);
  }
}

test.each([
  ["", "()"],
  ["  ", "()"],
  ["a", "a"],
  ["a b", "(a & b)"],
  ["a AND b", "(a & b)"],
  ["a OR b c", "(a | (b & c))"],
  ["(a OR b) c", "((a | b) & c)"],
  ["NOT a b", "(!a & b)"],
  ["NOT (a b)", "!(a & b)"],
  ["a -b", "(a & !b)"],
  ["-(a OR b)", "!(a | b)"],
  ['-"a b"', "!a b"],
  ["NOT NOT a", "!!a"],
  ["a AND NOT b OR c", "((a & !b) | c)"],
  ["and or not", "(and & or & not)"],
  ['"AND"', "AND"],
  ["\\AND", "AND"],
])("%s reads as %s", (q, expected) => {
  expect(shapeOf(q)).toBe(expected);
});

test.each([
  ["level:error", "level:error"],
  ['message:"out of memory"', "message:out of memory"],
  ["-http.status:>=500", "!http.status:>=500"],
  ["duration:<-1.5e3", "duration:<-1.5e3"],
  ["user:*", "user:*"],
  ["level:(error OR fatal) x", "((level:error | level:fatal) & x)"],
  ["url:http://a:80/b", "url:http://a:80/b"],
  ["https://a:80/b", "https://a:80/b"],
  ["12:30:15", "12:30:15"],
  ["a\\:b", "a:b"],
  ["t*t", "t*t"],
  ['"t*t \\" \\\\"', 't*t " \\'],
  ["a - b", "(a & - & b)"],
  ["user_id=7", "user_id=7"],
  ["größe:x", "größe:x"],
])("%s reads as %s", (q, expected) => {
  expect(shapeOf(q)).toBe(expected);
});

test("a star that is escaped or quoted is a star", () => {
  const partsOf = (q: string) => {
    const query = parse(q);
    return query.kind === "term" ? query.text.parts : [];
  };
  expect(partsOf("a*b")).toEqual(["a", "b"]);
  expect(partsOf("a\\*b")).toEqual(["a*b"]);
  expect(partsOf('"a*b"')).toEqual(["a*b"]);
});

test.each([
  ["service:x level: y", 'at 17 a value is missing after "level:"'],
  ["level:", 'at 7 a value is missing after "level:"'],
  ["a:>= b", 'at 5 a value is missing after "a:>="'],
  ["a AND", 'at 6 a word is missing after "AND"'],
  ["a AND OR b", 'at 7 a word is expected, not "OR"'],
  ["OR b", 'at 1 a word is expected, not "OR"'],
  ["a NOT", 'at 6 a word is missing after "NOT"'],
  ["a (b", "at 3 this bracket is never closed"],
  ["a () b", 'at 4 a word is expected, not ")"'],
  ["a) b", 'at 2 ")" closes a bracket that was never opened'],
  ['a "b', "at 3 this quote is never closed"],
  ["a\\", 'at 3 a character is missing after "\\"'],
  ["😀😀 level:", 'at 10 a value is missing after "level:"'],
  [`${"(".repeat(40)}a${")".repeat(40)}`, "at 33 brackets and NOT go deeper than 32 levels"],
  ["a ".repeat(101), "at 201 there are more than 100 terms"],
])("%s is refused with the position of the mistake", (q, message) => {
  expect(refusalOf(q)).toBe(message);
});

test("any text is a query or is refused at a position within it", () => {
  fc.assert(
    fc.property(anyQuery, (q) => {
      const refusal = refusalOf(q);
      const at = Number(/^at (\d+) /.exec(refusal)?.[1]);
      return refusal === "" || (at >= 1 && at <= [...q].length + 1);
    }),
    { numRuns: 2000 },
  );
});
