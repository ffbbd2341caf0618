import { type Static, Type } from "typebox";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, nullable, oneOf, paging, recordFields, Timestamp, WantedPerson } from "./schema.ts";
import { deliveryStatuses } from "./webhook-events.ts";

/**
 * slack and teams: incoming webhooks of these chats, or of tools that take the same form. ntfy: a push server with topics.
 * browser: web push to a browser of its owner.
 */
export const channelTypes = ["email", "webhook", "slack", "teams", "ntfy", "browser"] as const;
export type ChannelType = (typeof channelTypes)[number];

const configFields = {
  email: Type.String({ format: "email", maxLength: 254, description: "email: where to" }),
  url: Type.String({ maxLength: 2000, description: "webhook, slack, teams: the address; ntfy: the server" }),
  topic: Type.String({ pattern: "^[-_A-Za-z0-9]{1,64}$", description: "ntfy: the topic" }),
  token: Type.String({ maxLength: 500, description: "ntfy: an access token. Never returned" }),
  endpoint: Type.String({
    maxLength: 2000,
    description: "browser: the address of the push subscription. Never returned",
  }),
  p256dh: Type.String({
    pattern: "^[-_A-Za-z0-9]{87}=?$",
    description: "browser: the public key of the push subscription, in base64url",
  }),
  auth: Type.String({
    pattern: "^[-_A-Za-z0-9]{22}={0,2}$",
    description: "browser: the secret of the push subscription, in base64url. Never returned",
  }),
};

/** As it is shown. The addresses of a chat's webhook and of a push subscription are secrets, so only their host is returned. */
const ShownConfig = Type.Object({
  email: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  has_token: Type.Optional(Type.Boolean()),
  fingerprint: Type.Optional(
    Type.String({
      description: "browser: SHA-256 of the endpoint in base64url, by which a browser finds its own channel",
    }),
  ),
});

export const NotificationChannel = Type.Object({
  ...recordFields,
  name: Type.String(),
  type: oneOf(channelTypes),
  config: ShownConfig,
  user_id: nullable(Type.String({ format: "uuid", description: "Whose it is; null: shared by the organization" })),
  user: nullable(DirectoryUser),
  position: Type.Integer({ description: "A person's channels are used in this order" }),
  delay_seconds: Type.Integer({ description: "How long after the page it is used, unless someone acknowledged" }),
  enabled: Type.Boolean(),
  last_delivery_at: nullable(Timestamp),
  last_delivery_status: nullable(oneOf(["delivered", "failed"])),
  last_error: nullable(Type.String()),
  gone_at: nullable(
    Type.String({
      format: "date-time",
      description: "browser: since when its push service no longer knows it. A new subscription renews it",
    }),
  ),
  problem: nullable(Type.String({ description: "Why it cannot deliver now" })),
  created_by: Type.String(),
});
export type NotificationChannel = Static<typeof NotificationChannel>;

export const ChannelDelivery = Type.Object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  channel_id: nullable(Type.String({ format: "uuid", description: "Null: the account's email address" })),
  kind: oneOf(["page", "test", "redelivery", "message"]),
  subject: Type.String(),
  status: oneOf(deliveryStatuses),
  attempts: Type.Integer(),
  last_attempt_at: nullable(Timestamp),
  next_attempt_at: nullable(Timestamp),
  response_status: nullable(Type.Integer()),
  error: nullable(Type.String()),
  page_id: nullable(Id),
  incident_id: nullable(Id),
  incident_reference: nullable(Type.String()),
});
export type ChannelDelivery = Static<typeof ChannelDelivery>;

const fields = {
  name: line(100),
  config: Type.Partial(Type.Object(configFields)),
  position: Type.Integer({ minimum: 1, maximum: 50 }),
  delay_seconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  enabled: Type.Boolean(),
};

const shared = { module: "incidents" } as const;
const reading = { ...shared, access: "oncall:read", effect: "read" } as const;
const writing = { ...shared, access: "oncall:write", effect: "write" } as const;
const DeliveryParams = Type.Object({ id: Id, delivery_id: Id });

export const channels = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/channels",
    summary: "List notification channels",
    description: "Browsers of other people are shown only with the permission admin:users.",
    envelope: "page",
    query: Type.Object({
      user_id: Type.Optional(WantedPerson),
      ...paging,
    }),
    reply: NotificationChannel,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/channels",
    summary: "Create a notification channel",
    description:
      "Without `user_id` it is shared. For someone else it needs the permission admin:users. The signing secret of a webhook is in the answer and nowhere else. A browser belongs to the person who subscribes it.",
    status: 201,
    body: Type.Object({
      ...Type.Partial(Type.Object(fields)).properties,
      name: fields.name,
      type: oneOf(channelTypes),
      config: fields.config,
      user_id: Type.Optional(
        nullable(
          Type.String({
            pattern: "^(me|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$",
            description: "A user id or me",
          }),
        ),
      ),
    }),
    reply: Type.Object({
      ...NotificationChannel.properties,
      secret: nullable(Type.String({ description: "webhook: signs the deliveries; shown once" })),
    }),
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/channels/:id",
    summary: "Get a notification channel",
    params: IdParams,
    reply: NotificationChannel,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/oncall/channels/:id",
    summary: "Change a notification channel",
    description: "A secret part of `config` that is not given stays as it is.",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: NotificationChannel,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/oncall/channels/:id",
    summary: "Delete a notification channel that no escalation policy uses",
    params: IdParams,
  }),
  test: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/channels/:id/test",
    summary: "Send a test message",
    description: "It is sent once. The answer is the delivery to poll.",
    status: 202,
    params: IdParams,
    reply: ChannelDelivery,
  }),
  deliveries: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/channels/:id/deliveries",
    summary: "List what was sent to a channel, newest first",
    description: "Kept for 90 days.",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: ChannelDelivery,
  }),
  redeliver: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/channels/:id/deliveries/:delivery_id/redeliver",
    summary: "Send a message again",
    status: 202,
    params: DeliveryParams,
    reply: ChannelDelivery,
  }),
  pushKey: operation({
    ...shared,
    method: "GET",
    path: "/api/oncall/push-key",
    summary: "The public key of web push",
    description: "A browser subscribes with it, so that its push service takes messages of this installation alone.",
    access: "signed_in",
    effect: "read",
    reply: Type.Object({ public_key: Type.String({ description: "P-256, uncompressed, in base64url" }) }),
  }),
};

export const channelEvents = {
  updated: event({ type: "channel.updated", access: "oncall:read", module: "incidents", data: Type.Object({}) }),
};

/** The most that a person or an organization has. Browsers are among those of a person. */
export const maxChannels = { person: 20, browsers: 10, shared: 100 };
