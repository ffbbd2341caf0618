import { type Webhook, type WebhookDelivery, webhookEvents } from "@opsplane/contract";
import { defineWorkflow, type Job, newId, type Reaction, type Schedule, type WriteScope } from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import type { Dispatch } from "./deliveries.ts";
import * as deliveries from "./deliveries.ts";
import { type Attempt, type FinishedAttempt, isDeliverable, nextWait, reasonToDisable } from "./rules.ts";
import { send } from "./send.ts";
import * as store from "./store.ts";

/** One attempt of a delivery. Retries wait in the table, because a workflow that sleeps would hold a place of the queue. */
const attempt = defineWorkflow<Dispatch>("webhook-attempt", { name: "webhooks", concurrency: 60, share: 20 });

export function webhookJobs(core: Core): Required<Pick<Feature, "reactions" | "workflows" | "schedules">> {
  return {
    reactions: [deliverEvents(core)],
    workflows: [
      attempt.implement(async (dispatch, run) => {
        const made = await run.step("send", () => send(core, core.database.tenant(dispatch.tenantId), dispatch));
        await run.step("record", () => record(core, dispatch, made));
      }),
    ],
    schedules: [retries(core), retention(core)],
  };
}

export function attemptJob(dispatch: Dispatch): Job {
  return attempt.job(`webhook-${dispatch.deliveryId}-${dispatch.number}`, dispatch);
}

export interface EventBody {
  id: string;
  type: string;
  tenant_id: string;
  subject_id: string;
  occurred_at: string;
  data: object;
}

/** Stores a delivery for each webhook in the transaction of the event, and starts those that the tenant has room for. */
function deliverEvents({ clock }: Core): Reaction {
  return {
    type: "*",
    react: async ({ tenantId, type, subjectId, data }, tx) => {
      if (!isDeliverable(type)) return [];
      const webhookIds = await store.subscribedTo(tx, type);
      if (webhookIds.length === 0) return [];
      const id = newId();
      const occurredAt = clock.now().toISOString();
      const event: EventBody = {
        id,
        type,
        tenant_id: tenantId,
        subject_id: subjectId,
        occurred_at: occurredAt,
        data,
      };
      const message = { eventId: id, type, kind: "event" as const, body: JSON.stringify(event) };
      const made = await deliveries.insertDeliveries(tx, webhookIds, message);
      return made
        .filter(({ status }) => status === "sending")
        .map((delivery) => attemptJob({ tenantId, deliveryId: delivery.id, number: 1 }));
    },
  };
}

const busyWaitMs = 2_000;

/** Stores how the attempt ended, and disables a webhook that is gone or has failed for too long. */
async function record({ asAutomation }: Core, dispatch: Dispatch, made: Attempt): Promise<void> {
  await asAutomation(dispatch.tenantId, "webhooks.disable", async (scope) => {
    const { db } = scope;
    const delivery = await deliveries.lockSending(db, dispatch);
    if (!delivery) return false;
    if (made.result === "delivered" || made.result === "failed")
      return finish(scope, dispatch.deliveryId, delivery, made);
    if (made.result === "busy") await deliveries.postpone(db, dispatch.deliveryId, busyWaitMs);
    else await deliveries.cancelOpen(db, delivery.webhook_id);
    return false;
  });
}

async function finish(
  scope: WriteScope,
  id: string,
  { kind, attempts, webhook_id }: Pick<WebhookDelivery, "kind" | "attempts" | "webhook_id">,
  made: FinishedAttempt,
): Promise<undefined | false> {
  const { db, now } = scope;
  const webhook = await store.noteResult(db, webhook_id, { ...made, counts: kind === "event" });
  const reason = webhook && made.result === "failed" ? reasonToDisable(webhook, made.status, now) : null;
  const isOver = made.result === "delivered" || reason !== null;
  const wait = isOver ? undefined : nextWait(kind, attempts + 1, Math.random());
  await deliveries.saveAttempt(db, id, wait === undefined ? made.result : "pending", wait, made);
  if (!webhook || !reason) return false;
  await disable(scope, webhook, reason);
  return undefined;
}

async function disable(
  { db, audit, announce }: WriteScope,
  { id, name }: Webhook,
  reason: NonNullable<Webhook["disabled_reason"]>,
): Promise<void> {
  await store.disableWebhook(db, id, reason);
  await deliveries.cancelOpen(db, id);
  audit({ target: { type: "webhook", id, name }, before: { enabled: true }, after: { enabled: false, reason } });
  announce(webhookEvents.disabled, id, { name, reason });
}

const maxDispatches = 200;

function retries({ database, enqueue }: Core): Schedule {
  return {
    name: "webhooks.retries",
    everyMs: 2_000,
    runsOn: "one-worker",
    run: async () => {
      await database.inSystem(async (tx) => {
        for (const dispatch of await deliveries.takeDue(tx, maxDispatches)) await enqueue(tx, attemptJob(dispatch));
      });
    },
  };
}

const batch = 2_000;
const keptDeliveries = 10_000;

function retention({ database }: Core): Schedule {
  return {
    name: "webhooks.retention",
    everyMs: 10 * 60_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      while ((await deliveries.deleteOld(database.system, batch)) === batch) signal.throwIfAborted();
      while ((await deliveries.deleteSurplus(database.system, keptDeliveries, batch)) === batch)
        signal.throwIfAborted();
    },
  };
}
