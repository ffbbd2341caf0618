import { expect, test } from "vitest";
import { targetOf } from "./target.ts";

const now = Date.parse("2026-11-15T12:00:00.000Z");
const promised = { status: "approved" as const, target_at: "2026-11-15T15:00:00.000Z", breached: false };

test("an open request says how much time is left, and warns when it is little", () => {
  expect(targetOf(promised, now)).toEqual({ tone: "notice", words: "due in 3h" });
  expect(targetOf({ ...promised, target_at: "2026-11-18T12:00:00.000Z" }, now)).toEqual({
    tone: "quiet",
    words: "due in 3d",
  });
});

test("one whose time has passed is breached, before the server has said so too", () => {
  expect(targetOf({ ...promised, target_at: "2026-11-15T11:00:00.000Z" }, now)?.words).toBe("breached 1h ago");
  expect(targetOf({ ...promised, status: "fulfilled", breached: true }, now)?.words).toBe("breached");
});

test("nothing is said of one without a target, or fulfilled in time", () => {
  expect(targetOf({ ...promised, target_at: null }, now)).toBeUndefined();
  expect(targetOf({ ...promised, status: "fulfilled" }, now)).toBeUndefined();
});
