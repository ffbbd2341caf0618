import { expect, test } from "vitest";
import { colorNumbers } from "./person-colors.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => `person-${index}`);

test("up to eight people have eight colors", () => {
  expect(new Set(colorNumbers(ids(8)).values()).size).toBe(8);
});

test("the order in which people appear does not matter", () => {
  expect(colorNumbers(ids(5).reverse())).toEqual(colorNumbers(ids(5)));
  expect(colorNumbers([...ids(5), ...ids(5)])).toEqual(colorNumbers(ids(5)));
});

test("more people than colors share them", () => {
  const numbers = colorNumbers(ids(20));
  expect(numbers.size).toBe(20);
  expect(Math.max(...numbers.values())).toBeLessThan(8);
});

test("guests take colors that are left and change no other", () => {
  const alone = colorNumbers(ids(5));
  const together = colorNumbers(ids(5), ["guest-1", "guest-2"]);
  for (const [id, number] of alone) expect(together.get(id)).toBe(number);
  expect(new Set(together.values()).size).toBe(7);
});
