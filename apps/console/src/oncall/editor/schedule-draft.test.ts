import type { OnCallSchedule } from "@opsplane/contract";
import { expect, test } from "vitest";
import { draftOf, fieldsOf, isReady, layerProblems, moved, newLayer } from "./schedule-draft.ts";

const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const bob = { id: "bob", name: "Bob", email: "bob@example.com" };

const schedule: OnCallSchedule = {
  ...{ id: "s", version: 1, created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z", created_by: "x" },
  ...{ name: "Primary", description: "", timezone: "Europe/Berlin", users: [ada, bob] },
  ...{ on_call: null, next: null, next_gap: null },
  layers: [
    {
      name: "Week",
      user_ids: ["ada", "bob", "ada"],
      starts_at: "2026-07-06T07:00:00.000Z",
      ends_at: null,
      rotation: "custom",
      shift_hours: 12,
      restrictions: [
        { days: ["sat", "sun"], start: "09:00", end: "17:00" },
        { start: "22:00", end: "06:00" },
      ],
    },
  ],
};

test("a schedule becomes a draft in its own timezone, and the same fields again", () => {
  const draft = draftOf(schedule);
  expect(draft.layers[0]).toMatchObject({ starts: "2026-07-06T09:00", ends: "", shift_hours: 12 });
  expect(draft.layers[0]?.turns.map(({ person }) => person.name)).toEqual(["Ada", "Bob", "Ada"]);
  expect(fieldsOf(draft)).toEqual({
    name: "Primary",
    description: "",
    timezone: "Europe/Berlin",
    layers: schedule.layers,
  });
});

test("another timezone keeps the local times", () => {
  const draft = { ...draftOf(schedule), timezone: "America/New_York" };
  expect(fieldsOf(draft).layers?.[0]?.starts_at).toBe("2026-07-06T13:00:00.000Z");
});

test("a new layer has begun, so that someone is on call at once", () => {
  const sunday = Date.parse("2026-11-15T12:00:00Z");
  const early = Date.parse("2026-11-16T05:00:00Z");
  expect(newLayer([], "UTC", sunday).starts).toBe("2026-11-09T09:00");
  expect(newLayer([], "UTC", early).starts).toBe("2026-11-09T09:00");
});

test("problems are named by field", () => {
  const layer = newLayer([], "UTC", 0);
  expect(layerProblems(layer)).toEqual({ turns: "Add at least one person." });
  const turns = [{ key: 0, person: ada }];
  expect(layerProblems({ ...layer, turns, ends: layer.starts })).toEqual({
    ends: "The end must be after the first handoff.",
  });
  expect(layerProblems({ ...layer, turns, rotation: "custom", shift_hours: 0 })).toHaveProperty("shift_hours");
  expect(isReady({ layers: [{ ...layer, turns }] })).toBe(true);
});

test("parts move up and down, and not beyond the ends", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});
