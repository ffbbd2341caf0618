import { type Static, Type } from "typebox";
import { type EventType, eventSpecs } from "./events.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, nullable, oneOf, paging, recordFields, search, Timestamp } from "./schema.ts";
import { deliveryStatuses, webhookDisabledReasons } from "./webhook-events.ts";

/** The events that webhooks can receive. Those about webhooks themselves are left out, so nothing goes round. */
export const webhookEventTypes: readonly EventType[] = eventSpecs
  .map(({ type }) => type)
  .filter((type) => !type.startsWith("webhook."));

export const maxWebhooks = 50;

/** The type of the event that a test sends. */
export const webhookTestType = "webhook.test";

const eventTypes = nullable(
  Type.Array(oneOf(webhookEventTypes), {
    minItems: 1,
    maxItems: webhookEventTypes.length,
    uniqueItems: true,
    description: "The events to deliver; null for every event",
  }),
);

export const deliveryKinds = ["event", "test", "redelivery"] as const;

export const Webhook = Type.Object({
  ...recordFields,
  name: Type.String(),
  url: Type.String(),
  event_types: eventTypes,
  enabled: Type.Boolean(),
  disabled_reason: nullable(oneOf(webhookDisabledReasons, { description: "Why it was disabled without a person" })),
  authorization_secret_id: nullable(Id),
  created_by: Type.String(),
  previous_secret_until: nullable(Timestamp),
  failing_since: nullable(Timestamp),
  last_delivery_at: nullable(Timestamp),
  last_delivery_status: nullable(oneOf(["delivered", "failed"])),
  last_response_status: nullable(Type.Integer()),
});
export type Webhook = Static<typeof Webhook>;

const WebhookWithSecret = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: "Signs the deliveries; shown once" }),
});

export const WebhookDelivery = Type.Object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  webhook_id: Id,
  event_id: Type.String({ description: "The header webhook-id; the same for every attempt and redelivery" }),
  event_type: Type.String(),
  kind: oneOf(deliveryKinds),
  status: oneOf(deliveryStatuses),
  attempts: Type.Integer(),
  last_attempt_at: nullable(Timestamp),
  next_attempt_at: nullable(Timestamp),
  response_status: nullable(Type.Integer()),
  response_body: nullable(Type.String({ description: "At most the first KiB of the answer" })),
  duration_ms: nullable(Type.Integer()),
  error: nullable(Type.String()),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const WebhookDeliveryWithBody = Type.Object({
  ...WebhookDelivery.properties,
  body: Type.String({ description: "What is sent" }),
});

const fields = {
  name: line(100),
  url: Type.String({ minLength: 1, maxLength: 2000, description: "An http or https address" }),
  event_types: eventTypes,
  enabled: Type.Boolean(),
  authorization_secret_id: nullable(
    Type.String({ format: "uuid", description: "A secret whose value is sent as the header Authorization" }),
  ),
};

const shared = { access: "admin:webhooks" } as const;
const DeliveryParams = Type.Object({ id: Id, delivery_id: Id });

export const webhooks = {
  list: operation({
    ...shared,
    method: "GET",
    path: "/api/admin/webhooks",
    summary: "List webhooks",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: Webhook,
  }),
  create: operation({
    ...shared,
    method: "POST",
    path: "/api/admin/webhooks",
    summary: "Create a webhook",
    description:
      "Events are sent to the address as signed POST requests. The signing secret is in the answer and nowhere else.",
    effect: "write",
    status: 201,
    body: Type.Object({
      name: fields.name,
      url: fields.url,
      event_types: Type.Optional(fields.event_types),
      enabled: Type.Optional(Type.Boolean({ default: true })),
      authorization_secret_id: Type.Optional(fields.authorization_secret_id),
    }),
    reply: WebhookWithSecret,
  }),
  get: operation({
    ...shared,
    method: "GET",
    path: "/api/admin/webhooks/:id",
    summary: "Get a webhook",
    effect: "read",
    params: IdParams,
    reply: Webhook,
  }),
  update: operation({
    ...shared,
    method: "PATCH",
    path: "/api/admin/webhooks/:id",
    summary: "Change a webhook",
    description: "Disabling a webhook cancels its deliveries that still wait.",
    effect: "write",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: Webhook,
  }),
  remove: operation({
    ...shared,
    ...gone,
    method: "DELETE",
    path: "/api/admin/webhooks/:id",
    summary: "Delete a webhook and its deliveries",
    effect: "write",
    params: IdParams,
  }),
  rotateSecret: operation({
    ...shared,
    method: "POST",
    path: "/api/admin/webhooks/:id/rotate-secret",
    summary: "Replace the signing secret",
    description:
      "The new secret is in the answer and nowhere else. For 24 hours every delivery is signed with both, so receivers can change over.",
    effect: "write",
    params: IdParams,
    reply: WebhookWithSecret,
  }),
  test: operation({
    ...shared,
    method: "POST",
    path: "/api/admin/webhooks/:id/test",
    summary: "Send a test event",
    description: "The event has the type `webhook.test` and is sent once. The answer is the delivery to poll.",
    effect: "write",
    status: 202,
    params: IdParams,
    reply: WebhookDelivery,
  }),
  deliveries: operation({
    ...shared,
    method: "GET",
    path: "/api/admin/webhooks/:id/deliveries",
    summary: "List a webhook's deliveries, newest first",
    description: "Deliveries are kept for 30 days, and at most the newest 10,000 of a webhook.",
    effect: "read",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: WebhookDelivery,
  }),
  delivery: operation({
    ...shared,
    method: "GET",
    path: "/api/admin/webhooks/:id/deliveries/:delivery_id",
    summary: "Get a delivery with what is sent",
    effect: "read",
    params: DeliveryParams,
    reply: WebhookDeliveryWithBody,
  }),
  redeliver: operation({
    ...shared,
    method: "POST",
    path: "/api/admin/webhooks/:id/deliveries/:delivery_id/redeliver",
    summary: "Send an event again",
    description: "A new delivery of the same event, sent once. It has the same `webhook-id`.",
    effect: "write",
    status: 202,
    params: DeliveryParams,
    reply: WebhookDelivery,
  }),
};
