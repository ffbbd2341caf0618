import { expect, test } from "vitest";
import { progressText, versionText } from "./progress-text.ts";

const none = { pending: 0, upgrading: 0, succeeded: 0, failed: 0, skipped: 0 };

test("a rollout says how many deployments run the release", () => {
  expect(progressText({ ...none, pending: 2, upgrading: 1, succeeded: 3 })).toBe("3 of 6");
});

test("failed and skipped deployments are named", () => {
  expect(progressText({ ...none, succeeded: 1, failed: 1, skipped: 2 })).toBe("1 of 4, 1 failed, 2 skipped");
});

test("a version is shown once until it changes", () => {
  expect(versionText("1.4.2", "1.4.2")).toBe("1.4.2");
  expect(versionText("1.4.2", "1.5.0")).toBe("1.4.2 → 1.5.0");
  expect(versionText(null, "1.5.0")).toBe("1.5.0");
  expect(versionText("1.4.2", null)).toBe("1.4.2");
  expect(versionText(null, null)).toBe("unknown");
});
