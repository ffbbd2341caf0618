import { verdictOn } from "../../../webhooks/index.ts";
import { cut, type Message } from "../forms.ts";
import { subscriptionEnded } from "../problems.ts";
import type { FinishedAttempt } from "../rules.ts";
import { encrypted, type Subscription } from "./encryption.ts";
import { fingerprintOf } from "./subscription.ts";
import { contactOf, type VapidKeys, vapidHeader } from "./vapid.ts";

/** A page is of no use after an hour: then a push service drops what it could not deliver. */
const pageSeconds = 3600;
const maxTitle = 300;

/** The request of RFC 8030. The push service can read its headers and not its body. */
export function pushRequest(
  message: Message,
  subscription: Subscription,
  { keys, publicUrl, now }: { keys: VapidKeys; publicUrl: string; now: Date },
) {
  const { endpoint } = subscription;
  return {
    url: endpoint,
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(pageSeconds),
      urgency: "high",
      // A newer message replaces one of the same page that still waits at the push service. At most 32 characters.
      topic: (message.page?.id ?? message.content.message_id).replaceAll("-", ""),
      authorization: vapidHeader(keys, { endpoint, contact: contactOf(publicUrl), now }),
    },
    body: encrypted(payloadOf(message), subscription),
  };
}

function payloadOf({ content, page }: Message): string {
  const { title, severity, incident, path, message_id } = content;
  return JSON.stringify({
    title: cut(title, maxTitle),
    severity,
    reference: incident?.reference ?? null,
    path,
    page_id: page?.id ?? null,
    tag: page?.id ?? message_id,
  });
}

/** 404 and 410 mean that the subscription has ended. Every other answer is judged as for other channels. */
export function pushVerdict(status: number, subscription: Subscription): Omit<FinishedAttempt, "status"> {
  return status === 404 || status === 410
    ? { result: "failed", error: subscriptionEnded, final: true, gone: fingerprintOf(subscription) }
    : verdictOn(status);
}
