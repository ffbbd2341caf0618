import { expect, test } from "vitest";
import { targetOf } from "./target.ts";

const now = Date.parse("2026-11-15T12:00:00.000Z");
const promised = { status: "approved" as const, target_at: "2026-11-15T15:00:00.000Z", breached: false };

test("an open request shows the remaining time, and warns when little is left", () => {
  expect(targetOf(promised, now)).toEqual({ tone: "notice", words: "due in 3h" });
  expect(targetOf({ ...promised, target_at: "2026-11-18T12:00:00.000Z" }, now)).toEqual({
    tone: "quiet",
    words: "due in 3d",
  });
});

test("a request past its target is breached, even before the server has marked it", () => {
  expect(targetOf({ ...promised, target_at: "2026-11-15T11:00:00.000Z" }, now)?.words).toBe("breached 1h ago");
  expect(targetOf({ ...promised, status: "fulfilled", breached: true }, now)?.words).toBe("breached");
});

test("a request without a target or fulfilled in time shows nothing", () => {
  expect(targetOf({ ...promised, target_at: null }, now)).toBeUndefined();
  expect(targetOf({ ...promised, status: "fulfilled" }, now)).toBeUndefined();
});
