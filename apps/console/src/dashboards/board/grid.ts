import { gridColumns, overlaps } from "@opsplane/contract";

/** A widget on the grid: its column, row and size. */
export interface GridItem {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

const maxHeight = 100;

/**
 * Moves every item up until it meets another one. Of items that want the same row, the one with this id comes first, then the
 * leftmost. No two items overlap afterwards.
 */
export function settled<Item extends GridItem>(items: readonly Item[], first?: string): Item[] {
  const order = items.toSorted(
    (one, other) => one.y - other.y || Number(other.id === first) - Number(one.id === first) || one.x - other.x,
  );
  const done: Item[] = [];
  for (const item of order) {
    const above = done.filter((other) => item.x < other.x + other.w && other.x < item.x + item.w);
    done.push({ ...item, y: Math.max(0, ...above.map((other) => other.y + other.h)) });
  }
  return done;
}

/** Puts an item at a place; the others make room. */
export function movedTo<Item extends GridItem>(items: readonly Item[], id: string, x: number, y: number): Item[] {
  return settled(
    items.map((item) =>
      item.id === id
        ? { ...item, x: clamp(Math.round(x), 0, gridColumns - item.w), y: Math.max(0, Math.round(y)) }
        : item,
    ),
    id,
  );
}

export function resizedTo<Item extends GridItem>(items: readonly Item[], id: string, w: number, h: number): Item[] {
  return settled(
    items.map((item) =>
      item.id === id
        ? { ...item, w: clamp(Math.round(w), 1, gridColumns - item.x), h: clamp(Math.round(h), 1, maxHeight) }
        : item,
    ),
    id,
  );
}

export type Direction = "left" | "right" | "up" | "down";

/** Moves an item by one step. Up and down move it past the next item, because items always settle. */
export function stepped<Item extends GridItem>(items: readonly Item[], id: string, direction: Direction): Item[] {
  const item = items.find((each) => each.id === id);
  if (!item) return [...items];
  if (direction === "left") return movedTo(items, id, item.x - 1, item.y);
  if (direction === "right") return movedTo(items, id, item.x + 1, item.y);
  const by = direction === "down" ? 1 : -1;
  for (let y = item.y + by; y >= 0 && y <= rowsOf(items); y += by) {
    const next = movedTo(items, id, item.x, y);
    if (next.some((each) => each.id === id && each.y !== item.y)) return next;
  }
  return [...items];
}

const growth: Record<Direction, { w: number; h: number }> = {
  left: { w: -1, h: 0 },
  right: { w: 1, h: 0 },
  up: { w: 0, h: -1 },
  down: { w: 0, h: 1 },
};

/** Makes an item larger or smaller by one step. */
export function grown<Item extends GridItem>(items: readonly Item[], id: string, direction: Direction): Item[] {
  const item = items.find((each) => each.id === id);
  if (!item) return [...items];
  const { w, h } = growth[direction];
  return resizedTo(items, id, item.w + w, item.h + h);
}

export function without<Item extends GridItem>(items: readonly Item[], id: string): Item[] {
  return settled(items.filter((item) => item.id !== id));
}

/** The first place with room for an item of this size: as far up as possible, then as far left. */
export function freePlace(items: readonly GridItem[], w: number, h: number): { x: number; y: number } {
  const rows = rowsOf(items);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x + w <= gridColumns; x++)
      if (!items.some((item) => overlaps(item, { x, y, w, h }))) return { x, y };
  return { x: 0, y: rows };
}

/** The number of rows that are in use. */
export function rowsOf(items: readonly GridItem[]): number {
  return Math.max(0, ...items.map(({ y, h }) => y + h));
}

/** Top to bottom, then left to right: the order in which people read. */
export function inReadingOrder<Item extends GridItem>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => one.y - other.y || one.x - other.x);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max));
}
