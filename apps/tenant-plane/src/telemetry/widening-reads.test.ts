import { expect, test } from "vitest";
import { readInWideningSteps } from "./widening-reads.ts";

const hour = 3_600_000;

/** Reads rows of these ages in hours. Returns the slices that were read, in hours. */
async function read(ages: readonly number[], reach: number, limit: number) {
  const stretches: [number, number][] = [];
  const found = await readInWideningSteps<number>(reach * hour, limit, async (near, far, nearer) => {
    stretches.push([near / hour, far / hour]);
    return ages.filter((age) => age * hour >= near && age * hour < far).slice(0, limit - nearer.length);
  });
  return { found, stretches };
}

const each = (step: number, count: number) => Array.from({ length: count }, (_, index) => index * step);

test("only the first hour is read when it has enough rows", async () => {
  const { found, stretches } = await read(each(0.01, 5000), 24, 50);
  expect(found).toEqual(each(0.01, 50));
  expect(stretches).toEqual([[0, 1]]);
});

test("the fewer rows were found, the longer the next slice", async () => {
  expect((await read(each(0.5, 5000), 2400, 10)).stretches).toEqual([
    [0, 1],
    [1, 10],
  ]);
  expect((await read([], 2400, 10)).stretches).toEqual([
    [0, 1],
    [1, 24],
    [24, 576],
    [576, 2400],
  ]);
});

test("a short window is one slice, and so is a short remainder", async () => {
  expect((await read([], 1.5, 10)).stretches).toEqual([[0, 1.5]]);
  expect((await read([], 30, 10)).stretches).toEqual([
    [0, 1],
    [1, 30],
  ]);
  expect((await read([], 0, 10)).stretches).toEqual([[0, 0]]);
});

test("without an end it reads back to the oldest row", async () => {
  const { found, stretches } = await read([0.5, 100_000], Number.POSITIVE_INFINITY, 10);
  expect(found).toEqual([0.5, 100_000]);
  expect(stretches.at(-1)).toEqual([400, Number.POSITIVE_INFINITY]);
});
