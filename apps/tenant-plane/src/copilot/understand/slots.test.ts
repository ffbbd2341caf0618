import { expect, test } from "vitest";
import { findSlots, noSlots, type Slots } from "./slots.ts";
import { wordsOf } from "./text.ts";

const slotsOf = (question: string) => findSlots(wordsOf(question), () => true).slots;

test.each<[string, Partial<Slots>]>([
  ["p1 and sev-2 incidents", { severities: ["P1", "P2"] }],
  ["severity 3 or priority p4", { severities: ["P3", "P4"] }],
  ["incidents of P3 or higher", { severities: ["P1", "P2", "P3"] }],
  ["high risk changes", { grades: ["high"] }],
  ["emergency and standard changes", { types: ["emergency", "standard"] }],
  ["warnings of checkout", { levels: ["warn"] }],
  ["p99 of checkout", { percentile: "p99_ms" }],
  ["unresolved and acked incidents", { states: new Set(["open", "acknowledged"]) }],
  ["top 5 talkers", { limit: 5 }],
  ["the three oldest incidents", { limit: 3 }],
])("%s", (question, expected) => {
  expect(slotsOf(question)).toEqual({ ...noSlots, ...expected });
});

test("a number that counts nothing is no limit, and a limit is at least one", () => {
  expect(slotsOf("incidents of 5 hosts").limit).toBeUndefined();
  expect(slotsOf("top 0 talkers").limit).toBe(1);
});

test("only free words are read, and the words that were understood are named", () => {
  const words = wordsOf("open P2 or higher incidents");
  expect([...findSlots(words, () => true).used]).toEqual([0, 1, 2, 3]);
  expect(findSlots(words, (position) => position !== 0).slots).toEqual({ ...noSlots, severities: ["P1", "P2"] });
});
