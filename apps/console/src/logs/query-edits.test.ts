import { parse } from "@opsplane/query";
import { expect, test } from "vitest";
import { narrowed } from "./query-edits.ts";

test("a value is added with AND, quoted where it needs to be", () => {
  expect(narrowed("", "service", "web")).toBe("service:web");
  expect(narrowed("timeout", "status", "500")).toBe("timeout status:500");
  expect(narrowed("timeout", "user", "Ann Lee", true)).toBe('timeout -user:"Ann Lee"');
  expect(narrowed("timeout", "path", "/a*b")).toBe('timeout path:"/a*b"');
});

test("the same value is not added twice", () => {
  expect(narrowed("a service:web", "service", "web")).toBe("a service:web");
});

test("an OR is put in brackets first", () => {
  expect(narrowed("a OR b", "level", "error")).toBe("(a OR b) level:error");
  expect(parse("(a OR b) level:error")).toMatchObject({ kind: "all" });
});

test("every result can be read", () => {
  for (const [field, value] of [
    ["a.b", 'say "x"'],
    ["k", ""],
    ["x", "-1"],
    ["x", "(y)"],
    ["x", "back\\slash"],
  ] as const)
    expect(parse(narrowed("", field, value))).toMatchObject({ kind: "term" });
});
