import { expect, test } from "vitest";
import { letters, linesOf, searchOf, searchOfText, textOf, withQuery } from "./lines.ts";
import { noQuery } from "./query-text.ts";

const cpu = { ...noQuery, metric: "cpu" };

test("an address without queries has an empty one to fill in", () => {
  expect(linesOf({})).toEqual([{ letter: "a", query: noQuery, unreadable: undefined }]);
});

test("each query keeps its letter, and a text that cannot be read is kept", () => {
  expect(linesOf({ b: "cpu", d: "rate(" })).toEqual([
    { letter: "b", query: cpu, unreadable: undefined },
    { letter: "d", query: noQuery, unreadable: "rate(" },
  ]);
});

test("removed queries leave the address", () => {
  expect(searchOf([{ letter: "b", query: cpu }])).toMatchObject({ a: undefined, b: "cpu", c: undefined });
});

test("a query takes the first free letter, and replaces an empty line", () => {
  const lines = linesOf({ a: "up", c: "up" });
  expect(withQuery(lines, cpu).map(({ letter, query }) => [letter, query.metric])).toEqual([
    ["a", "up"],
    ["b", "cpu"],
    ["c", "up"],
  ]);
  expect(withQuery(linesOf({}), cpu).map(({ letter, query }) => [letter, query.metric])).toEqual([["a", "cpu"]]);
  const full = linesOf(Object.fromEntries(letters.map((letter) => [letter, "up"])));
  expect(withQuery(full, cpu)).toEqual(full);
});

test("a recent text has all queries, and gives them back", () => {
  const lines = linesOf({ a: 'rate(cpu,name="x; y") by(host)', c: "-up", d: '""' });
  const text = textOf(lines);
  expect(text).toBe('rate(cpu,name="x; y") by(host); -up');
  expect(searchOfText(text)).toMatchObject({ a: 'rate(cpu,name="x; y") by(host)', b: "-up", c: undefined });
});
