import { gridColumns, overlaps } from "@opsplane/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  freePlace,
  type GridItem,
  grown,
  inReadingOrder,
  movedTo,
  resizedTo,
  rowsOf,
  settled,
  stepped,
  without,
} from "./grid.ts";

const place = (id: string, x: number, y: number, w = 8, h = 4): GridItem => ({ id, x, y, w, h });
const at = (items: readonly GridItem[], id: string) => {
  const { x, y, w, h } = items.find((item) => item.id === id) ?? place("", -1, -1);
  return [x, y, w, h];
};

/** Three side by side, and a wide one below. */
const board = [place("a", 0, 0), place("b", 8, 0), place("c", 16, 0), place("wide", 0, 4, 24, 6)];

describe("moves", () => {
  test("an item that is moved onto another one takes its place", () => {
    const next = movedTo(board, "a", 8, 0);
    expect(at(next, "a")).toEqual([8, 0, 8, 4]);
    expect(at(next, "b")).toEqual([8, 4, 8, 4]);
    expect(at(next, "c")).toEqual([16, 0, 8, 4]);
    expect(at(next, "wide")).toEqual([0, 8, 24, 6]);
  });

  test("an item stays inside the columns and moves up as far as it can", () => {
    expect(at(movedTo(board, "a", 99, -5), "a")).toEqual([16, 0, 8, 4]);
    expect(at(movedTo([place("a", 0, 0)], "a", 3, 40), "a")).toEqual([3, 0, 8, 4]);
  });

  test("arrows move by a column, or past the next item", () => {
    expect(at(stepped(board, "c", "left"), "c")).toEqual([15, 0, 8, 4]);
    expect(at(stepped(board, "c", "right"), "c")).toEqual([16, 0, 8, 4]);
    const down = stepped(board, "a", "down");
    expect(at(down, "wide")).toEqual([0, 4, 24, 6]);
    expect(at(down, "a")).toEqual([0, 10, 8, 4]);
    const up = stepped(board, "wide", "up");
    expect(at(up, "wide")).toEqual([0, 0, 24, 6]);
    expect(at(up, "a")).toEqual([0, 6, 8, 4]);
    expect(stepped(board, "a", "up")).toEqual(board);
  });
});

describe("sizes", () => {
  test("a larger item pushes the others down", () => {
    const next = resizedTo(board, "a", 16, 6);
    expect(at(next, "a")).toEqual([0, 0, 16, 6]);
    expect(at(next, "b")).toEqual([8, 6, 8, 4]);
    expect(at(next, "wide")).toEqual([0, 10, 24, 6]);
  });

  test("sizes have limits", () => {
    expect(at(resizedTo(board, "c", 50, 0), "c")).toEqual([16, 0, 8, 1]);
    expect(at(grown([place("a", 0, 0, 1, 1)], "a", "left"), "a")).toEqual([0, 0, 1, 1]);
    expect(at(grown(board, "wide", "down"), "wide")).toEqual([0, 4, 24, 7]);
  });
});

test("a removed item leaves no gap, and a new one gets the first free place", () => {
  expect(at(without(board, "wide"), "wide")).toEqual([-1, -1, 8, 4]);
  expect(at(without([place("a", 0, 0), place("b", 0, 4)], "a"), "b")).toEqual([0, 0, 8, 4]);
  expect(freePlace(board, 8, 4)).toEqual({ x: 0, y: 10 });
  expect(freePlace([place("a", 0, 0), place("c", 16, 0)], 8, 4)).toEqual({ x: 8, y: 0 });
  expect(freePlace([], 24, 4)).toEqual({ x: 0, y: 0 });
  expect(inReadingOrder([board[3], board[1], board[0]].flatMap((item) => item ?? [])).map(({ id }) => id)).toEqual([
    ...["a", "b", "wide"],
  ]);
});

describe("any board", () => {
  const item = fc
    .record({ x: fc.nat(23), y: fc.nat(60), w: fc.integer({ min: 1, max: 24 }), h: fc.integer({ min: 1, max: 20 }) })
    .map(({ x, y, w, h }) => ({ x: Math.min(x, gridColumns - w), y, w, h }));
  const items = fc
    .array(item, { maxLength: 20 })
    .map((all) => all.map((each, index): GridItem => ({ id: `w${index}`, ...each })));
  const direction = fc.constantFrom("left", "right", "up", "down");

  const isSound = (all: readonly GridItem[]) => {
    for (const one of all) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.w).toBeLessThanOrEqual(gridColumns);
      for (const other of all) if (one.id !== other.id) expect(overlaps(one, other)).toBe(false);
    }
    // Nothing can move up.
    expect(settled(all).map(({ id, y }) => [id, y])).toEqual(inReadingOrder(all).map(({ id, y }) => [id, y]));
  };

  test("settles without overlap and without gaps, and keeps every item", () => {
    fc.assert(
      fc.property(items, (all) => {
        const next = settled(all);
        expect(next.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
        isSound(next);
      }),
    );
  });

  test("stays sound through moves and sizes", () => {
    fc.assert(
      fc.property(
        items,
        fc.array(fc.tuple(fc.nat(19), fc.boolean(), direction, fc.nat(30), fc.nat(60)), { maxLength: 8 }),
        (all, changes) => {
          let now = settled(all);
          for (const [which, isMove, to, x, y] of changes) {
            const id = `w${which}`;
            now = isMove ? movedTo(stepped(now, id, to), id, x, y) : resizedTo(grown(now, id, to), id, x, y);
            isSound(now);
          }
          expect(now).toHaveLength(all.length);
        },
      ),
    );
  });

  test("has room for a new item", () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 20 }), (all, w, h) => {
        const now = settled(all);
        const free = freePlace(now, w, h);
        expect(now.some((each) => overlaps(each, { ...free, w, h }))).toBe(false);
        expect(free.y).toBeLessThanOrEqual(rowsOf(now));
      }),
    );
  });
});
