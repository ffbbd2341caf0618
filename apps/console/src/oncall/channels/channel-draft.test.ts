import type { NotificationChannel } from "@opsplane/contract";
import { expect, test } from "vitest";
import { type ChannelDraft, draftOf, fieldsOf, problemsOf } from "./channel-draft.ts";

const aChannel = (fields: Partial<NotificationChannel>): NotificationChannel => ({
  ...{ id: "c", version: 1, created_at: "", updated_at: "", created_by: "x", name: "Chat", type: "slack" },
  ...{ config: { url: "hooks.slack.com" }, user_id: null, user: null, position: 1, delay_seconds: 0, enabled: true },
  ...{ last_delivery_at: null, last_delivery_status: null, last_error: null, gone_at: null, problem: null, ...fields },
});
const aDraft = (fields: Partial<ChannelDraft>): ChannelDraft => ({ ...draftOf(undefined, "a@b.c"), ...fields });

test("a chat that exists keeps its secret address unless another one is typed", () => {
  const draft = draftOf(aChannel({}), "");
  expect(problemsOf(draft, false)).toEqual({});
  expect(fieldsOf(draft, null).config).toEqual({});
  expect(fieldsOf({ ...draft, url: " https://hooks.slack.com/x " }, null).config).toEqual({
    url: "https://hooks.slack.com/x",
  });
});

test("a stored token stays unless another one is typed", () => {
  const config = { url: "https://ntfy.sh", topic: "ops", has_token: true };
  const draft = draftOf(aChannel({ type: "ntfy", config }), "");
  expect(fieldsOf(draft, "me").config).toEqual({ url: "https://ntfy.sh", topic: "ops" });
  expect(fieldsOf({ ...draft, token: "tk" }, "me").config).toHaveProperty("token", "tk");
});

test("each type names what it needs", () => {
  expect(problemsOf(aDraft({ name: "Mail" }), true)).toEqual({});
  expect(Object.keys(problemsOf(aDraft({ email: "nobody" }), true))).toEqual(["name", "email"]);
  expect(Object.keys(problemsOf(aDraft({ name: "x", type: "teams" }), true))).toEqual(["url"]);
  expect(Object.keys(problemsOf(aDraft({ name: "x", type: "ntfy", url: "https://a" }), true))).toEqual(["topic"]);
});
