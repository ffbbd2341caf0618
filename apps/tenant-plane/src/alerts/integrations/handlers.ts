import {
  type AlertIntegration,
  alertIntegrationEvents,
  alertIntegrations,
  isId,
  maxAlertIntegrations,
  type operations,
} from "@opsplane/contract";
import {
  type Db,
  difference,
  fail,
  type HandlersOf,
  hashToken,
  invalid,
  newId,
  newToken,
  sql,
} from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { endAlertsOf } from "../writes.ts";
import { listEvents } from "./event-log.ts";
import { receivingHandlers } from "./receive.ts";
import { changedSettings, usualSettings } from "./settings.ts";
import * as store from "./store.ts";
import { trySample } from "./test-sample.ts";

/** As long as PagerDuty's keys, because some of its clients check that. 28 characters have 168 random bits. */
const keyLength = 32;
const hintLength = 10;

function newKey() {
  const key = newToken("opi_").slice(0, keyLength);
  return { key, keyHash: hashToken(key), keyHint: key.slice(0, hintLength) };
}

export function integrationHandlers(core: Core): HandlersOf<typeof operations.alertIntegrations> {
  const shown = ({ settings, ...integration }: store.StoredIntegration): AlertIntegration => {
    const isPagerDuty = integration.type === "pagerduty";
    const { receive, enqueue, enqueueChange } = alertIntegrations;
    return {
      ...integration,
      ...settings,
      url: core.publicUrl() + (isPagerDuty ? enqueue : receive).path,
      change_url: isPagerDuty ? core.publicUrl() + enqueueChange.path : null,
    };
  };
  const found = async (db: Db, id: string) => shown((await store.getIntegration(db, id)) ?? missing(id));

  return {
    ...receivingHandlers(core),

    list: async ({ db, query }) => {
      const { items, ...page } = await store.listIntegrations(db, query);
      return { ...page, items: items.map(shown) };
    },

    get: ({ db, params }) => found(db, params.id),

    create: async ({ db, body, actor, audit, announce }) => {
      const { name, type, enabled = true, ...input } = body;
      if ((await store.countIntegrations(db)) >= maxAlertIntegrations)
        fail(
          "CONFLICT",
          `There are ${maxAlertIntegrations} alert integrations, the most that one organization can have.`,
        );
      const settings = changedSettings(usualSettings(type), input);
      await assertEscalation(db, settings.escalation_policy_id);
      const { key, ...made } = newKey();
      const fields = { id: newId(), name, enabled, settings };
      if (!(await store.insertIntegration(db, fields, { ...made, type, createdBy: actor }))) nameTaken(name);
      const integration = await found(db, fields.id);
      audit({ target: target(integration), after: integration });
      announce(alertIntegrationEvents.updated, integration.id, {});
      return { ...integration, key };
    },

    update: async ({ db, params, body, audit, announce, assertUnchanged }) => {
      const before = (await store.lockIntegration(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const { name = before.name, enabled = before.enabled, ...input } = body;
      const settings = changedSettings(before.settings, input);
      if (settings.escalation_policy_id !== before.settings.escalation_policy_id)
        await assertEscalation(db, settings.escalation_policy_id);
      if (await store.isNameTaken(db, name, before.id)) nameTaken(name);
      await store.updateIntegration(db, { id: before.id, name, enabled, settings });
      const after = await found(db, before.id);
      audit({ target: target(after), ...difference(shown(before), after) });
      announce(alertIntegrationEvents.updated, before.id, {});
      return after;
    },

    remove: async (write) => {
      const { db, params, audit, announce } = write;
      const before = (await store.lockIntegration(db, params.id)) ?? missing(params.id);
      await endAlertsOf(write, before, "The integration was deleted.");
      await store.deleteIntegration(db, before.id);
      audit({ target: target(before), before: shown(before) });
      announce(alertIntegrationEvents.updated, before.id, {});
      return undefined;
    },

    rotateKey: async ({ db, params, audit, announce, assertUnchanged }) => {
      const before = (await store.lockIntegration(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const { key, keyHash, keyHint } = newKey();
      await store.replaceKey(db, before.id, keyHash, keyHint);
      const after = await found(db, before.id);
      audit({ target: target(after), ...difference(shown(before), after) });
      announce(alertIntegrationEvents.updated, before.id, {});
      return { ...after, key };
    },

    test: async ({ db, params, body: { sample, ...input }, principal, now }) => {
      const integration = (await store.getIntegration(db, params.id)) ?? missing(params.id);
      const settings = changedSettings(integration.settings, input);
      return trySample(core, principal.tenantId, { ...integration, settings }, sample, now);
    },

    events: async ({ db, params, query: { outcome, limit = 50, next } }) => {
      if (next !== undefined && !isId(next)) invalid("next", "is not a cursor of this list");
      const { id } = (await store.getIntegration(db, params.id)) ?? missing(params.id);
      return listEvents(db, id, { outcome, limit, after: next });
    },
  };
}

async function assertEscalation(db: Db, id: string | null): Promise<void> {
  if (id !== null && !(await db.first(sql`select from escalation_policies where id = ${id}`)))
    fail("NOT_FOUND", `There is no escalation policy ${id}.`);
}

function target({ id, name }: { id: string; name: string }) {
  return { type: "alert_integration", id, name };
}

function nameTaken(name: string): never {
  return fail("CONFLICT", `There is an alert integration '${name}' already.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no alert integration ${id}.`);
}
