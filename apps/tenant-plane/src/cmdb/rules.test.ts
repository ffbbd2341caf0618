import type { ConfigItem } from "@opsplane/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  assertStorable,
  changesBetween,
  goneWith,
  impactLevel,
  impactScore,
  itemDefaults,
  itemScore,
  relatedChanges,
} from "./rules.ts";

function anItem(facts: Partial<ConfigItem> = {}): ConfigItem {
  return {
    id: "01890000-0000-7000-8000-000000000001",
    name: "web-1",
    class: "server",
    ...itemDefaults,
    created_by: "ann@example.com",
    open_incidents: 0,
    running_changes: 0,
    version: 1,
    created_at: "2026-11-15T02:00:00.000Z",
    updated_at: "2026-11-15T02:00:00.000Z",
    ...facts,
  };
}

test("an item is weighted by its criticality, and less with distance", () => {
  expect([itemScore("critical", 1), itemScore("critical", 2), itemScore("critical", 3)]).toEqual([10, 7, 4.9]);
  expect([itemScore("high", 1), itemScore("medium", 2), itemScore("low", 5)]).toEqual([5, 1.4, 0.24]);
});

test("no affected item is level none; the levels start at their thresholds", () => {
  expect([impactScore([]), impactLevel(0)]).toEqual([0, "none"]);
  expect([0.1, 24.9, 25, 49.9, 50, 74.9, 75, 100].map(impactLevel)).toEqual([
    ...["low", "low", "medium", "medium", "high", "high", "critical", "critical"],
  ]);
  expect(impactScore([10])).toBe(22.1);
  expect(impactScore([10, 10, 10, 10])).toBe(63.2);
});

test("one more affected item never lowers the score, which is at most 100", () => {
  const scores = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { maxLength: 200 });
  fc.assert(
    fc.property(scores, fc.double({ min: 0.01, max: 10, noNaN: true }), (some, more) => {
      expect(impactScore([...some, more])).toBeGreaterThanOrEqual(impactScore(some));
      expect(impactScore([...some, more])).toBeLessThanOrEqual(100);
    }),
  );
});

test("attributes are bounded in bytes and in depth", () => {
  expect(() => assertStorable({ note: "x".repeat(65_000) })).not.toThrow();
  expect(() => assertStorable({ note: "ü".repeat(33_000) })).toThrow("66011 bytes");
  const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
  expect(() => assertStorable(nested(20))).not.toThrow();
  expect(() => assertStorable(nested(10_000))).toThrow("deeper than 20 levels");
});

test("a change is recorded by field, and attributes by key", () => {
  const before = anItem({ attributes: { cores: 4, rack: { row: 1 }, os: "linux" }, tags: ["a"] });
  const after = anItem({
    attributes: { cores: 8, rack: { row: 1 }, zone: "b" },
    tags: ["a", "b"],
    environment: "test",
  });
  expect(changesBetween(before, after)).toEqual({
    environment: { from: "", to: "test" },
    tags: { from: ["a"], to: ["a", "b"] },
    "attributes.cores": { from: 4, to: 8 },
    "attributes.os": { from: "linux", to: null },
    "attributes.zone": { from: null, to: "b" },
  });
  expect(changesBetween(after, { ...after, version: 2, updated_at: "x", open_incidents: 3 })).toEqual({});
});

test("an owner is recorded by name, also when the next one has the same name", () => {
  const [ann, another] = ["1", "2"].map((id) => anItem({ owner: { type: "user", id, name: "Ann" } }));
  expect(changesBetween(anItem(), ann ?? anItem())).toEqual({ owner: { from: null, to: "Ann" } });
  expect(changesBetween(ann, another ?? anItem())).toEqual({ owner: { from: "Ann", to: "Ann" } });
});

test("a new item is recorded with its given fields only", () => {
  expect(changesBetween(undefined, anItem({ attributes: { cores: 4 } }))).toEqual({
    name: { from: null, to: "web-1" },
    class: { from: null, to: "server" },
    criticality: { from: null, to: "medium" },
    source: { from: null, to: "manual" },
    "attributes.cores": { from: null, to: 4 },
  });
});

test("both ends of a relation record it from their point of view", () => {
  const [web, db] = [{ name: "web-1" }, { name: "db-1" }];
  expect(relatedChanges({ type: "depends_on", source: web, target: db })).toEqual({
    ofSource: { depends_on: { from: null, to: "db-1" } },
    ofTarget: { "is needed by": { from: null, to: "web-1" } },
  });
  expect(goneWith(db, { type: "depends_on", other: web, from_other: true })).toEqual({
    depends_on: { from: "db-1", to: null },
  });
  expect(goneWith(web, { type: "depends_on", other: db, from_other: false })).toEqual({
    "is needed by": { from: "web-1", to: null },
  });
});
