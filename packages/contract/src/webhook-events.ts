import { Type } from "typebox";
import { event } from "./event.ts";
import { oneOf } from "./schema.ts";

/** pending: waits for its next attempt. canceled: it was no longer wanted before it was delivered. */
export const deliveryStatuses = ["pending", "sending", "delivered", "failed", "canceled"] as const;

/** gone: the receiver answered 410. failing: every delivery of three days failed. */
export const webhookDisabledReasons = ["gone", "failing"] as const;

/** These are never delivered to webhooks, so a webhook cannot cause its own deliveries. */
export const webhookEvents = {
  updated: event({ type: "webhook.updated", access: "admin:webhooks", data: Type.Object({}) }),
  disabled: event({
    type: "webhook.disabled",
    access: "admin:webhooks",
    data: Type.Object({ name: Type.String(), reason: oneOf(webhookDisabledReasons) }),
  }),
};
