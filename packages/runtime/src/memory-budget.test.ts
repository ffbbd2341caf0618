import { expect, test } from "vitest";
import { memoryBudget } from "./memory-budget.ts";

test("a single tenant gets half, and the next one still gets memory", () => {
  const budget = memoryBudget(100);
  expect(budget.take("flood", 50)).toBe(true);
  expect(budget.take("flood", 1)).toBe(false);
  expect(budget.isUsedUp("flood")).toBe(true);
  expect(budget.take("quiet", 20)).toBe(true);
  expect(budget.isUsedUp("quiet")).toBe(false);
});

test("when eight tenants flood, another one still gets memory", () => {
  const budget = memoryBudget(1_000_000);
  for (let tenant = 0; tenant < 8; tenant++) while (budget.take(`flood ${tenant}`, 100));
  expect(budget.take("quiet", 100)).toBe(true);
  expect(budget.used()).toBeLessThanOrEqual(1_000_000);
});

test("released memory can be taken again", () => {
  const budget = memoryBudget(100);
  budget.take("a", 50);
  budget.give("a", 50);
  expect(budget.used()).toBe(0);
  expect(budget.take("b", 40)).toBe(true);
});

test("a single request of any size fits while no other memory is held", () => {
  const budget = memoryBudget(100);
  expect(budget.take("a", 500)).toBe(true);
  expect(budget.take("b", 1)).toBe(false);
  budget.give("a", 500);
  expect(budget.take("b", 1)).toBe(true);
});
