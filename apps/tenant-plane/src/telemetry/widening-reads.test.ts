import { expect, test } from "vitest";
import { readInWideningSteps } from "./widening-reads.ts";

const hour = 3_600_000;

/** Reads among rows of such ages in hours; tells of each stretch between which hours it lay. */
async function read(ages: readonly number[], reach: number, limit: number) {
  const stretches: [number, number][] = [];
  const found = await readInWideningSteps<number>(reach * hour, limit, async (near, far, nearer) => {
    stretches.push([near / hour, far / hour]);
    return ages.filter((age) => age * hour >= near && age * hour < far).slice(0, limit - nearer.length);
  });
  return { found, stretches };
}

const each = (step: number, count: number) => Array.from({ length: count }, (_, index) => index * step);

test("where the first hour has enough, no more is read", async () => {
  const { found, stretches } = await read(each(0.01, 5000), 24, 50);
  expect(found).toEqual(each(0.01, 50));
  expect(stretches).toEqual([[0, 1]]);
});

test("the fewer rows there were, the farther the next stretch reaches", async () => {
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

test("a short window, and the short rest of one, is one stretch", async () => {
  expect((await read([], 1.5, 10)).stretches).toEqual([[0, 1.5]]);
  expect((await read([], 30, 10)).stretches).toEqual([
    [0, 1],
    [1, 30],
  ]);
  expect((await read([], 0, 10)).stretches).toEqual([[0, 0]]);
});

test("without an end it reads to the beginning of all", async () => {
  const { found, stretches } = await read([0.5, 100_000], Number.POSITIVE_INFINITY, 10);
  expect(found).toEqual([0.5, 100_000]);
  expect(stretches.at(-1)).toEqual([400, Number.POSITIVE_INFINITY]);
});
