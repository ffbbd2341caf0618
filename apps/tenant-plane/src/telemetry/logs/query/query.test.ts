import { Failure, type SqlFragment } from "@opsplane/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { searched } from "./index.ts";
import { parse } from "./parse.ts";
import type { Query } from "./syntax.ts";

/** A search with every bracket written out. */
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

function sqlOf(piece: SqlFragment): string {
  return piece.parts
    .map((part, index) => {
      const value = piece.values[index];
      return part + (value === undefined ? "" : "parts" in value ? sqlOf(value) : `{${value.type}}`);
    })
    .join("");
}
function valuesOf(piece: SqlFragment): unknown[] {
  return piece.values.flatMap((value) => ("parts" in value ? valuesOf(value) : [value.value]));
}

function refusalOf(q: string): string {
  try {
    searched(q);
    return "";
  } catch (error) {
    return error instanceof Failure ? error.message : String(error);
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
  ["service:x level: y", 'q: at character 17 a value is missing after "level:"'],
  ["level:", 'q: at character 7 a value is missing after "level:"'],
  ["a:>= b", 'q: at character 5 a value is missing after "a:>="'],
  ["a AND", 'q: at character 6 a word is missing after "AND"'],
  ["a AND OR b", 'q: at character 7 a word is expected, not "OR"'],
  ["OR b", 'q: at character 1 a word is expected, not "OR"'],
  ["a NOT", 'q: at character 6 a word is missing after "NOT"'],
  ["a (b", "q: at character 3 a bracket opens that is never closed"],
  ["a () b", 'q: at character 4 a word is expected, not ")"'],
  ["a) b", 'q: at character 2 ")" closes a bracket that was never opened'],
  ['a "b', "q: at character 3 a quote opens that is never closed"],
  ["a\\", 'q: at character 3 a character is missing after "\\"'],
  ["😀😀 level:", 'q: at character 10 a value is missing after "level:"'],
  ["level:loud", 'q: at character 7 a level is expected (trace, debug, info, warn, error, fatal), not "loud"'],
  ["a level:>=loud", 'q: at character 11 a level is expected (trace, debug, info, warn, error, fatal), not "loud"'],
  ["size:>big", 'q: at character 7 a number is expected after ">", not "big"'],
  ["size:>1e999", 'q: at character 7 a number is expected after ">", not "1e999"'],
  ["service:>5", 'q: at character 10 "service" is text; only numbers can be compared'],
  [`${"(".repeat(40)}a${")".repeat(40)}`, "q: at character 33 brackets and NOT go deeper than 32 levels"],
  ["a ".repeat(101), "q: at character 201 there are more than 100 terms"],
])("%s is refused with the place where it stops", (q, message) => {
  expect(refusalOf(q)).toBe(message);
});

test("one word is one token; what has signs in it is its tokens and, between borders, the text as it stands", () => {
  expect([sqlOf(searched("TimeOut")), valuesOf(searched("TimeOut"))]).toEqual([
    "(hasAllTokens(lowerUTF8(message), {Array(String)}))",
    [["timeout"]],
  ]);
  const [tokens, expression] = valuesOf(searched("User_id=7"));
  expect(tokens).toEqual(["user", "id", "7"]);
  expect(expression).toMatch(/^\(\?:\^\|.*\)user_id=7\(\?:\$\|.*\)$/);
  expect(valuesOf(searched('"= "'))).toEqual(["= "]);
});

test("a wildcard's whole tokens and long parts are looked up before the pattern is tried", () => {
  const border = "(?:^|[^0-9a-z\\x{80}-\\x{10FFFF}])";
  expect(valuesOf(searched("Time*"))).toEqual(["%time%", `${border}time`]);
  expect(valuesOf(searched("api-t*"))).toEqual([["api"], `${border}api\\-t`]);
  expect(valuesOf(searched("*"))).toEqual([]);
});

test("words of scripts without blanks are looked for anywhere, other words beyond ASCII as tokens", () => {
  expect(valuesOf(searched("エラー"))).toEqual(["エラー"]);
  expect(valuesOf(searched("ÜBERLAUF"))).toEqual([["überlauf"]]);
});

test("names that every object has are words like any other", () => {
  for (const word of ["valueOf", "constructor", "__proto__", "toString"])
    expect(valuesOf(searched(word)).length).toBeGreaterThan(0);
});

test("levels compare by their order", () => {
  expect(valuesOf(searched("level:>=WARN"))).toEqual([["warn", "error", "fatal"]]);
  expect(valuesOf(searched("level:<info"))).toEqual([["trace", "debug"]]);
  expect(valuesOf(searched("level:warning"))).toEqual(["warn"]);
});

const signs = fc.constantFrom(
  ...'ab"()*:<>=\\- \t',
  "AND ",
  "OR ",
  "NOT ",
  "level:",
  "x:>",
  "😀",
  "ß",
  "';--",
  "{p0:String}",
);
const anything = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.array(signs, { maxLength: 30 }).map((of) => of.join("")),
);
const mark = "zqx";

test("whatever is typed becomes SQL without a word of it, or is refused at a place within it", () => {
  fc.assert(
    fc.property(anything, anything, (before, after) => {
      const q = `${before}${mark}${after}`;
      const message = refusalOf(q);
      if (message === "") return !sqlOf(searched(q)).includes(mark);
      const place = Number(/^q: at character (\d+) /.exec(message)?.[1]);
      return place >= 1 && place <= [...q].length + 1;
    }),
    { numRuns: 2000 },
  );
});
