import { expect, test } from "vitest";
import { plainSearch, readSearch, writeSearch } from "./search.ts";

test("an address has plain words that people can read and write", () => {
  const search = { status: "open,triggered", actor: "mara@example.com", q: "a & b" };
  expect(writeSearch(search)).toBe("?status=open,triggered&actor=mara@example.com&q=a+%26+b");
  expect(readSearch(writeSearch(search))).toEqual(search);
});

test("brackets, slashes and comparisons stay readable", () => {
  const search = { a: "rate(cpu,path=/login,code!~5..) by(host)", b: "a+b=c%" };
  expect(writeSearch(search)).toBe("?a=rate(cpu,path=/login,code!~5..)+by(host)&b=a%2Bb=c%25");
  expect(readSearch(writeSearch(search))).toEqual(search);
});

test("no choice gives an address without parameters", () => {
  expect(writeSearch({ q: "", role: undefined })).toBe("");
});

test("a page keeps known parameters and drops the others", () => {
  expect(plainSearch("q", "role")({ q: "sam", utm: "x", role: 7 })).toEqual({ q: "sam" });
});
