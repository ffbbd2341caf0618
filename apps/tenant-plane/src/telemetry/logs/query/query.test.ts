import { anyQuery } from "@opsplane/query/fixtures";
import { Failure, type SqlFragment } from "@opsplane/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { searched } from "./index.ts";

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
  ["service:x level: y", 'q: at character 17 a value is missing after "level:"'],
  ["level:loud", 'q: at character 7 a level is expected (trace, debug, info, warn, error, fatal), not "loud"'],
  ["a level:>=loud", 'q: at character 11 a level is expected (trace, debug, info, warn, error, fatal), not "loud"'],
  ["size:>big", 'q: at character 7 a number is expected after ">", not "big"'],
  ["size:>1e999", 'q: at character 7 a number is expected after ">", not "1e999"'],
  ["service:>5", 'q: at character 10 "service" is text; only numbers can be compared'],
])("%s is refused with the position of the error", (q, message) => {
  expect(refusalOf(q)).toBe(message);
});

test("one word is one token; text with punctuation is its tokens plus a match between word boundaries", () => {
  expect([sqlOf(searched("TimeOut")), valuesOf(searched("TimeOut"))]).toEqual([
    "(hasAllTokens(lowerUTF8(message), {Array(String)}))",
    [["timeout"]],
  ]);
  const [tokens, expression] = valuesOf(searched("User_id=7"));
  expect(tokens).toEqual(["user", "id", "7"]);
  expect(expression).toMatch(/^\(\?:\^\|.*\)user_id=7\(\?:\$\|.*\)$/);
  expect(valuesOf(searched('"= "'))).toEqual(["= "]);
});

test("a wildcard looks up whole tokens and long parts before it tries the pattern", () => {
  const border = "(?:^|[^0-9a-z\\x{80}-\\x{10FFFF}])";
  expect(valuesOf(searched("Time*"))).toEqual(["%time%", `${border}time`]);
  expect(valuesOf(searched("api-t*"))).toEqual([["api"], `${border}api\\-t`]);
  expect(valuesOf(searched("*"))).toEqual([]);
});

test("words in scripts without spaces match anywhere, other non-ASCII words match as tokens", () => {
  expect(valuesOf(searched("エラー"))).toEqual(["エラー"]);
  expect(valuesOf(searched("ÜBERLAUF"))).toEqual([["überlauf"]]);
});

test("names of Object.prototype members are ordinary words", () => {
  for (const word of ["valueOf", "constructor", "__proto__", "toString"])
    expect(valuesOf(searched(word)).length).toBeGreaterThan(0);
});

test("levels compare by their order", () => {
  expect(valuesOf(searched("level:>=WARN"))).toEqual([["warn", "error", "fatal"]]);
  expect(valuesOf(searched("level:<info"))).toEqual([["trace", "debug"]]);
  expect(valuesOf(searched("level:warning"))).toEqual(["warn"]);
});

const mark = "zqx";

test("any input becomes SQL that contains none of its text, or is refused at a position within it", () => {
  fc.assert(
    fc.property(anyQuery, anyQuery, (before, after) => {
      const q = `${before}${mark}${after}`;
      const message = refusalOf(q);
      if (message === "") return !sqlOf(searched(q)).includes(mark);
      const place = Number(/^q: at character (\d+) /.exec(message)?.[1]);
      return place >= 1 && place <= [...q].length + 1;
    }),
    { numRuns: 2000 },
  );
});
