import { expect, test } from "vitest";
import { advance, flapQuietMs, type GroupState, type Observation, type Timing } from "./advance.ts";

const minute = 60_000;
const plain: Timing = { forMs: 0, keepFiringMs: 0, severity: "P3", noData: "keep" };
type Word = "high" | "low" | "none" | "worse";

const seen: Record<Word, Observation> = {
  high: { labels: {}, value: 95, severity: "P3" },
  worse: { labels: {}, value: 99, severity: "P1" },
  low: { labels: {}, value: 10, severity: null },
  none: { labels: {}, value: null, severity: null },
};

/** One group, evaluated every minute. Returns what happened, as `minute kind`. */
function history(words: readonly Word[], timing: Partial<Timing> = {}): string[] {
  let states: ReadonlyMap<string, GroupState> = new Map();
  return words.flatMap((word, at) => {
    const advanced = advance({ ...plain, ...timing }, states, new Map([["group", seen[word]]]), at * minute);
    states = advanced.states;
    return advanced.transitions.map(({ kind }) => `${at} ${kind}`);
  });
}

test("it fires at once without `for`, and recovers when the condition is over", () => {
  expect(history(["low", "high", "high", "low", "low"])).toEqual(["1 fired", "3 resolved"]);
});

test("with `for` the condition must hold without a break", () => {
  const timing = { forMs: 2 * minute };
  expect(history(["high", "high", "low", "high", "high", "high"], timing)).toEqual([
    "0 pending",
    "2 dropped",
    "3 pending",
    "5 fired",
  ]);
});

test("with `keep_firing_for` it recovers only after a quiet time", () => {
  const timing = { keepFiringMs: 2 * minute };
  expect(history(["high", "low", "high", "low", "low", "low"], timing)).toEqual(["0 fired", "5 resolved"]);
});

test("a firing alert becomes worse, but not better", () => {
  expect(history(["high", "worse", "high", "worse"])).toEqual(["0 fired", "1 worse"]);
});

test.each([
  ["keep", ["0 fired", "3 resolved"]],
  ["ok", ["0 fired", "1 resolved"]],
  ["alert", ["0 fired", "3 resolved"]],
] as const)("without data and with %s, a firing alert", (noData, expected) => {
  expect(history(["high", "none", "none", "low"], { noData })).toEqual(expected);
});

test("without data, what is pending begins again, and only `alert` fires", () => {
  const forMs = 2 * minute;
  expect(history(["high", "none", "high", "high", "high"], { forMs })).toEqual([
    "0 pending",
    "1 dropped",
    "2 pending",
    "4 fired",
  ]);
  expect(history(["low", "none", "none"])).toEqual([]);
  expect(history(["low", "none", "none"], { noData: "alert" })).toEqual(["1 fired"]);
});

test("an alert that comes back three times flaps, and then recovers only after ten quiet minutes", () => {
  const quiet = Array.from({ length: flapQuietMs / minute + 1 }, (): Word => "low");
  expect(history(["high", "low", "high", "low", "high", "low", "high", ...quiet])).toEqual([
    "0 fired",
    "1 resolved",
    "2 fired",
    "3 resolved",
    "4 fired",
    "4 flapping",
    "17 resolved",
  ]);
});

test("fires that are half an hour apart do not make it flap", () => {
  const pause = Array.from({ length: 31 }, (): Word => "low");
  const fired = history(["high", ...pause, "high", ...pause, "high", ...pause, "high"]);
  expect(fired.filter((each) => each.endsWith("flapping"))).toEqual([]);
});
