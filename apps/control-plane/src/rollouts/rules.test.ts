import { expect, test } from "vitest";
import { judge, settle } from "./rules.ts";

const now = new Date("2026-11-18T10:00:00Z");
const deadline = (ms: number) => new Date(now.getTime() + ms).toISOString();
const wanted = { version: "2.0.0", minVersion: "1.5.0" };
const first = { from_version: null, requested_at: null, deadline_at: deadline(1), has_hook: true };
const asked = { ...first, from_version: "1.9.0", requested_at: deadline(-1000) };
const ok = (version: string, status = "ok") => ({ version, status });

test.each([
  ["sends the request once the version is known", first, ok("1.9.0"), "send"],
  ["does not start an upgrade of what does not answer", first, { problem: "down" }, "wait"],
  ["waits after the request", asked, ok("1.9.0"), "wait"],
  ["waits through the restart", asked, { problem: "refused" }, "wait"],
  ["succeeds with the new version", asked, ok("2.0.0"), "succeeded"],
  ["succeeds while other components are degraded", asked, ok("2.0.0", "degraded"), "succeeded"],
  ["does not succeed while it is down", asked, ok("2.0.0", "down"), "wait"],
  ["fails exactly at the deadline", { ...asked, deadline_at: deadline(0) }, ok("1.9.0"), "failed"],
  [
    "succeeds at the deadline if the version is there",
    { ...asked, deadline_at: deadline(0) },
    ok("2.0.0"),
    "succeeded",
  ],
  ["skips what runs it already", first, ok("2.0.0"), "skipped"],
  ["skips what runs a newer version", first, ok("2.0.1"), "skipped"],
  ["fails what is too old", first, ok("1.4.9"), "failed"],
  ["upgrades the oldest supported version", first, ok("1.5.0"), "send"],
  ["fails what has no semantic version", first, ok("latest"), "failed"],
  ["waits for an operator without a hook", { ...first, has_hook: false }, ok("1.9.0"), "wait"],
])("%s", (_, target, report, move) => {
  expect(judge(target, wanted, report, now).move).toBe(move);
});

const targets = (...states: ("pending" | "upgrading" | "succeeded" | "failed" | "skipped")[]) =>
  states.map((state, index) => ({ deployment_id: `d${index}`, state, reason: null }));
const running = { state: "running" as const, stop_on_failure: true };
const failed = { deployment_id: "d0", state: "failed" as const, reason: "It broke." };

test("a failure pauses the rollout, or is passed over", () => {
  expect(settle(running, targets("failed", "pending"), failed)).toMatchObject({
    state: "paused",
    reason: "d0 failed: It broke.",
  });
  const bold = { ...running, stop_on_failure: false };
  expect(settle(bold, targets("failed", "pending"), failed)).toMatchObject({ state: "running" });
});

test("a rollout is over with its last target, and failed if one failed", () => {
  expect(settle(running, targets("succeeded", "skipped"))).toEqual({ state: "succeeded", reason: null, isOver: true });
  expect(settle(running, targets("failed", "succeeded"))).toMatchObject({ state: "failed", isOver: true });
  expect(settle({ ...running, state: "canceled" }, targets("succeeded"))).toMatchObject({ state: "canceled" });
});
