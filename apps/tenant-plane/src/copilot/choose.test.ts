import { expect, test } from "vitest";
import { ignoredFilters, rank } from "./choose.ts";
import { intents } from "./intents/index.ts";
import { indexNames } from "./understand/names.ts";
import { understand } from "./understand/understand.ts";

const names = indexNames([
  { kind: "item", id: "1", name: "checkout" },
  { kind: "team", id: "2", name: "Payments" },
]);
const understood = (question: string) =>
  understand(question, { now: new Date("2026-11-17T14:30:00Z"), timezone: "UTC", names });
const best = (question: string) => rank(understood(question))[0]?.intent.name;

test.each([
  ["how many incidents are open", "incidents.count"],
  ["show INC-00000012", "incident.get"],
  ["what depends on checkout", "item.dependencies"],
  ["who is on call now", "oncall.now"],
  ["upcoming changes", "changes.upcoming"],
])("%s: %s", (question, intent) => {
  expect(best(question)).toBe(intent);
});

test("the best comes first, and only it has a confidence", () => {
  const choices = rank(understood("how many incidents are open"));
  expect(choices.map(({ score }) => score)).toEqual(choices.map(({ score }) => score).sort((a, b) => b - a));
  const [first, ...others] = choices;
  expect(first?.confidence).toBeGreaterThanOrEqual(0.5);
  expect(first?.confidence).toBeLessThanOrEqual(1);
  expect(others.filter(({ confidence }) => confidence !== 0)).toEqual([]);
});

test("a question about nothing known fits no intent", () => {
  expect(rank(understood("bake a cake"))).toEqual([]);
});

test("filters that an intent does not use are named", () => {
  const [intent] = intents.filter(({ uses }) => uses === undefined);
  if (!intent) throw new Error("Every intent uses a filter.");
  expect(ignoredFilters(intent, understood("open P1 incidents yesterday"))).toEqual(["severity", "time", "state"]);
  expect(ignoredFilters({ ...intent, uses: ["time", "severity", "state"] }, understood("open P1 yesterday"))).toEqual(
    [],
  );
  // When incidents were opened is a question of time alone.
  expect(ignoredFilters(intent, understood("incidents opened"))).toEqual([]);
});
