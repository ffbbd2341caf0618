import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids are UUIDv7 and sort in creation order, even with many per millisecond", () => {
  const ids = Array.from({ length: 20_000 }, () => newId(1_794_700_000_000));
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test("ids stay in order when the clock goes back", () => {
  const before = newId(1_894_700_000_000);
  expect(newId(1_794_700_000_000) > before).toBe(true);
});
