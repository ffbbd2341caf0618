import { expect, test } from "vitest";
import { openRests } from "./rests.ts";

test("a tenant pauses for as long as its insert took, at most two seconds, and other tenants do not", () => {
  let now = 0;
  const rests = openRests(() => now);
  rests.begin("flood", 300);
  expect([rests.isResting("flood"), rests.isResting("quiet")]).toEqual([true, false]);
  now = 300;
  expect(rests.isResting("flood")).toBe(false);
  rests.begin("flood", 30_000);
  now = 2_299;
  expect(rests.isResting("flood")).toBe(true);
  now = 2_300;
  expect(rests.isResting("flood")).toBe(false);
});
