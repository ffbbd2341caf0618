import { maxWebhooks, type operations, type Webhook, webhookEvents, webhookTestType } from "@opsplane/contract";
import {
  difference,
  fail,
  type HandlersOf,
  invalid,
  newId,
  newSigningSecret,
  type Principal,
  type WriteContext,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import * as deliveries from "./deliveries.ts";
import { attemptJob, type EventBody } from "./jobs.ts";
import { missingPermissions, previousSecretMs } from "./rules.ts";
import * as store from "./store.ts";

export function webhookHandlers(core: Core): HandlersOf<typeof operations.webhooks> {
  const { http, secrets } = core;

  const assertUrl = (url: string) => {
    const problem = http.problemOf(url);
    if (problem !== undefined) invalid("url", problem);
  };

  /** Creates a delivery that is sent once, before others that wait. */
  const sendOnce = async ({ db, principal }: WriteContext, webhookId: string, message: deliveries.Message) => {
    const [delivery] = await deliveries.insertDeliveries(db, [webhookId], message);
    if (!delivery) return fail("ERROR", "The delivery could not be stored.");
    await core.enqueue(db, attemptJob({ tenantId: principal.tenantId, deliveryId: delivery.id, number: 1 }));
    return delivery;
  };

  return {
    list: ({ db, query }) => store.listWebhooks(db, query),

    get: async ({ db, params }) => (await store.getWebhook(db, params.id)) ?? missing(params.id),

    create: async ({ db, body, principal, audit, announce }) => {
      const { name, url, event_types = null, enabled = true, authorization_secret_id = null } = body;
      assertUrl(url);
      assertSees(principal, event_types);
      if (authorization_secret_id !== null) assertUsesSecrets(principal);
      if ((await store.countWebhooks(db)) >= maxWebhooks)
        fail("CONFLICT", `There are ${maxWebhooks} webhooks already, the most that one organization can have.`);
      const secret = newSigningSecret();
      const sealed = { secret: secrets.seal(secret), createdBy: principal.label };
      const made = await store.insertWebhook(
        db,
        { id: newId(), name, url, event_types, enabled, authorization_secret_id },
        sealed,
      );
      if (!made) return fail("ERROR", "The webhook could not be stored.");
      audit({ target: target(made), after: made });
      announce(webhookEvents.updated, made.id, {});
      return { ...made, secret };
    },

    update: async ({ db, params, body, principal, audit, announce, assertUnchanged }) => {
      const webhook = (await store.lockWebhook(db, params.id)) ?? missing(params.id);
      assertUnchanged(webhook);
      const wanted = { ...webhook, ...body };
      if (body.url !== undefined) assertUrl(body.url);
      assertSees(principal, wanted.event_types);
      const isSentElsewhere =
        wanted.url !== webhook.url || wanted.authorization_secret_id !== webhook.authorization_secret_id;
      if (wanted.authorization_secret_id !== null && isSentElsewhere) assertUsesSecrets(principal);
      const updated = (await store.updateWebhook(db, wanted)) ?? missing(params.id);
      if (webhook.enabled && !updated.enabled) await deliveries.cancelOpen(db, webhook.id);
      audit({ target: target(updated), ...difference(webhook, updated) });
      announce(webhookEvents.updated, webhook.id, {});
      return updated;
    },

    remove: async ({ db, params, audit, announce }) => {
      const webhook = (await store.lockWebhook(db, params.id)) ?? missing(params.id);
      await store.deleteWebhook(db, webhook.id);
      audit({ target: target(webhook), before: webhook });
      announce(webhookEvents.updated, webhook.id, {});
      return undefined;
    },

    rotateSecret: async ({ db, params, now, audit, announce, assertUnchanged }) => {
      const webhook = (await store.lockWebhook(db, params.id)) ?? missing(params.id);
      assertUnchanged(webhook);
      const secret = newSigningSecret();
      const previousUntil = new Date(now.getTime() + previousSecretMs);
      const updated = await store.replaceSecret(db, webhook.id, secrets.seal(secret), previousUntil);
      if (!updated) return missing(params.id);
      audit({ target: target(updated), ...difference(webhook, updated) });
      announce(webhookEvents.updated, webhook.id, {});
      return { ...updated, secret };
    },

    test: async (context) => {
      const { db, params, now, principal, audit } = context;
      const webhook = (await store.lockWebhook(db, params.id)) ?? missing(params.id);
      const event: EventBody = {
        id: newId(),
        type: webhookTestType,
        tenant_id: principal.tenantId,
        subject_id: webhook.id,
        occurred_at: now.toISOString(),
        data: { name: webhook.name },
      };
      const message = { eventId: event.id, type: event.type, kind: "test" as const, body: JSON.stringify(event) };
      audit({ target: target(webhook) });
      return sendOnce(context, webhook.id, message);
    },

    deliveries: async ({ db, params, query }) => {
      const webhook = (await store.getWebhook(db, params.id)) ?? missing(params.id);
      return deliveries.listDeliveries(db, webhook.id, query);
    },

    delivery: async ({ db, params, principal }) => {
      const delivery =
        (await deliveries.getDelivery(db, params.id, params.delivery_id)) ?? missingDelivery(params.delivery_id);
      assertSees(principal, [delivery.event_type]);
      return delivery;
    },

    redeliver: async (context) => {
      const { db, params, audit } = context;
      const webhook = (await store.lockWebhook(db, params.id)) ?? missing(params.id);
      const { event_id, event_type, body } =
        (await deliveries.getDelivery(db, webhook.id, params.delivery_id)) ?? missingDelivery(params.delivery_id);
      audit({ target: target(webhook), after: { event_id, event_type } });
      return sendOnce(context, webhook.id, { eventId: event_id, type: event_type, kind: "redelivery", body });
    },
  };
}

/** Nobody receives events that they could not see in the product. */
function assertSees(principal: Principal, types: readonly string[] | null): void {
  const lacking = missingPermissions(principal.permissions, types);
  if (lacking.length > 0) fail("FORBIDDEN", `These events need the permission ${lacking.join(", ")}.`);
}

/** A person who chooses the address could read the value there. */
function assertUsesSecrets(principal: Principal): void {
  if (!principal.permissions.has("admin:secrets"))
    fail("FORBIDDEN", "Sending a secret needs the permission admin:secrets.");
}

function target({ id, name }: Webhook) {
  return { type: "webhook", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no webhook ${id}.`);
}

function missingDelivery(id: string): never {
  return fail("NOT_FOUND", `There is no delivery ${id} of this webhook.`);
}
