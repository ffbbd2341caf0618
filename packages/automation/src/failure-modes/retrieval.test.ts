import { expect, test } from "vitest";
import { choose } from "./match.ts";
import { heldOutCases, knownCases, type RetrievalCase } from "./retrieval-cases.ts";

function ranksOf(cases: readonly RetrievalCase[]) {
  const results = cases.map(([key, text]) => {
    const situation = { observations: [{ source: "description", text, weight: 1 }], ciClasses: [], changeFirst: false };
    const { mode, alternatives } = choose(situation);
    const keys = [mode.key, ...alternatives.map((one) => one.mode.key)];
    return { key, text, keys, first: keys[0] === key, third: keys.slice(0, 3).includes(key) };
  });
  const share = (hit: (result: (typeof results)[number]) => boolean) => results.filter(hit).length / results.length;
  const misses = results
    .filter(({ first }) => !first)
    .map(({ key, text, keys }) => `${key}: ${text} → ${keys.join(", ")}`);
  return { first: share(({ first }) => first), third: share(({ third }) => third), misses };
}

test("descriptions that the matcher was written with find their failure mode", () => {
  const { first, third, misses } = ranksOf(knownCases);
  expect(first, misses.join("\n")).toBeGreaterThanOrEqual(0.85);
  expect(third, misses.join("\n")).toBeGreaterThanOrEqual(0.95);
});

test("descriptions that it has never seen find it too", () => {
  const { first, third, misses } = ranksOf(heldOutCases);
  expect(first, misses.join("\n")).toBeGreaterThanOrEqual(0.85);
  expect(third, misses.join("\n")).toBeGreaterThanOrEqual(0.95);
});
