import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayStartWith, openPattern, type Pattern, patternProblem } from "./index.ts";

function opened(...given: Parameters<typeof openPattern>): Pattern {
  const pattern = openPattern(...given);
  if (!pattern) throw new Error(patternProblem(...given));
  return pattern;
}

describe("what can be used", () => {
  test("every pattern of RE2, also those that hang an engine that backtracks", () => {
    for (const pattern of [
      "[a-z0-9]([a-z0-9.-]*[a-z0-9])?",
      "\\d{4}-\\d{2}",
      "(a|b)",
      "[^/]+",
      "[(+*]+",
      "(a+)+",
      "(a*)*b",
      "([a-z]+\\.)*x",
      "(?:a{1,5})+",
      "a*a*a*a*",
      "(?<name>\\p{L}+)",
      "[\\u0000-\\u001f]|\\/",
      "(?i)error",
      "",
    ])
      expect(patternProblem(pattern), pattern).toBeUndefined();
  });

  test("not what RE2 cannot run, with the reason", () => {
    for (const [pattern, reason] of [
      ["(", "is not a valid regular expression"],
      ["a{1001}", "repeats too much"],
      ["[z-a]", "is not a valid regular expression"],
      ["(a)\\1", "look-around or a back-reference"],
      ["(?=a)b", "look-around or a back-reference"],
      ["(?<!a)b", "look-around or a back-reference"],
      ["(?:x{0,900}y?){0,2}z", "repeats too much"],
      [`(${"x".repeat(100)}){900}`, "repeats too much"],
      ["((a{9}){9}){9}", "repeats too much"],
      ["x".repeat(201), "has 201 characters; at most 200"],
    ] as const)
      expect(patternProblem(pattern), pattern).toContain(reason);
    expect(patternProblem("x".repeat(201), { longest: 1000 })).toBeUndefined();
  });
});

describe("a test", () => {
  test("is of the whole text or of a part", () => {
    const pattern = opened("web-[0-9]+");
    expect([
      pattern.matchesWhole("web-17"),
      pattern.matchesWhole("web-17 b"),
      pattern.matchesPart("a web-17 b"),
    ]).toEqual([true, false, true]);
    expect(opened("a|ab").matchesWhole("ab")).toBe(true);
    expect(opened("a.b").matchesWhole("a\nb")).toBe(false);
    expect(opened("a.b", { dotIsAny: true }).matchesWhole("a\nb")).toBe(true);
    expect(opened("\\u00e9+").matchesWhole("éé")).toBe(true);
  });

  test("agrees with JavaScript's engine", () => {
    const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\d", "(a|b)", "(?:ab)", "\\w");
    const piece = fc.tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{0,2}", "{2}")).map((parts) => parts.join(""));
    const written = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "1", " "), maxLength: 8 });
    fc.assert(
      fc.property(written, text, (pattern, tested) => {
        const own = opened(pattern);
        expect(own.matchesWhole(tested)).toBe(new RegExp(`^(?:${pattern})$`, "u").test(tested));
        expect(own.matchesPart(tested)).toBe(new RegExp(pattern, "u").test(tested));
      }),
    );
  });

  test("ends for any pattern and any text", () => {
    for (const [pattern, character] of [
      [`${".?".repeat(99)}Z`, "x"],
      [`${"a?".repeat(60)}${"a".repeat(60)}`, "a"],
      ["(a+)+$", "a"],
      ["a*a*a*a*a*b", "a"],
      [".*.*.*.*.*=", "x"],
      ["(?:a|b|(ab|a)*|[a-c]{0,300})*e", "ab"],
    ] as const) {
      const own = opened(pattern);
      const text = `${character.repeat(own.longest).slice(0, own.longest - 1)}!`;
      expect(own.matchesWhole(text), pattern).toBe(false);
      own.matchesPart(text);
    }
  });

  test("of a text that is too long does not match", () => {
    const pattern = opened("x{0,200}y?x*");
    expect(pattern.longest).toBeLessThan(10_000);
    expect(pattern.matchesWhole("x".repeat(pattern.longest))).toBe(true);
    expect(pattern.matchesWhole("x".repeat(pattern.longest + 1))).toBe(false);
  });
});

test("whether a match could begin with a dash", () => {
  for (const pattern of [".*", "[^/]+", "-a", "a?b", "(a|-)", "[a-z-]+", "([a-z])?-x"])
    expect(mayStartWith(pattern, "-"), pattern).toBe(true);
  for (const pattern of ["[a-z]+-", "^[A-Za-z0-9_]", "/.*", "\\d+"])
    expect(mayStartWith(pattern, "-"), pattern).toBe(false);
});
