import type { PageNotification } from "@opsplane/contract";
import { expect, test } from "vitest";
import { nextText, notifiedNames, stepText, triedText, usedSteps } from "./page-words.ts";

const aNotification = (fields: Partial<PageNotification>): PageNotification => ({
  ...{ id: "n", step: 1, cycle: 0, user: { id: "a", name: "Ada", email: "" }, channel_id: null, channel_name: "email" },
  ...{ channel_type: "email", via: "", status: "delivered", due_at: "", sent_at: null, attempts: 1, error: null },
  ...fields,
});

test("the progress of a page reads as a sentence", () => {
  expect(stepText({ step: 2, steps: 3, cycle: 0 })).toBe("Step 2 of 3");
  expect(stepText({ step: 1, steps: 3, cycle: 2 })).toBe("Step 1 of 3, repetition 2");
  const next_at = "2026-11-16T10:05:00Z";
  const now = Date.parse("2026-11-16T10:00:00Z");
  expect(nextText({ next_at, step: 1, steps: 2 }, now)).toBe("next step in 5m 00s");
  expect(nextText({ next_at, step: 2, steps: 2 }, now)).toBe("repeats or ends in 5m 00s");
  expect(nextText({ next_at, step: 1, steps: 2 }, now + 300_000)).toBe("next step now");
  expect(nextText({ next_at: null, step: 1, steps: 1 }, now)).toBe("");
});

test("messages are grouped by step, the newest first", () => {
  const all = [aNotification({ id: "1" }), aNotification({ id: "2" }), aNotification({ id: "3", step: 2 })];
  expect(usedSteps(all).map(({ key, notifications }) => [key, notifications.length])).toEqual([
    ["0/2", 1],
    ["0/1", 2],
  ]);
});

test("who was tried is named with the way and the outcome, each once", () => {
  const failed = aNotification({ status: "failed" });
  const chat = aNotification({ user: null, channel_name: "Chat", status: "sending" });
  expect(triedText([failed, failed, chat])).toBe("Ada by email (failed), Chat (waiting)");
  expect(stepText({ step: 0, steps: 0, cycle: 0 })).toBe("No steps");
});

test("each person or shared channel is named once", () => {
  const chat = aNotification({ user: null, channel_name: "Chat" });
  expect(notifiedNames([aNotification({}), aNotification({ channel_name: "phone" }), chat])).toEqual(["Ada", "Chat"]);
});
