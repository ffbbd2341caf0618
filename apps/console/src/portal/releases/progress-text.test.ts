import { expect, test } from "vitest";
import { progressText } from "./progress-text.ts";

const none = { pending: 0, upgrading: 0, succeeded: 0, failed: 0, skipped: 0 };

test("a rollout says how many deployments run the release", () => {
  expect(progressText({ ...none, pending: 2, upgrading: 1, succeeded: 3 })).toBe("3 of 6");
});

test("failed and skipped deployments are named", () => {
  expect(progressText({ ...none, succeeded: 1, failed: 1, skipped: 2 })).toBe("1 of 4, 1 failed, 2 skipped");
});
