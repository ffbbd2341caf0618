import { type AlertPolicy, type AlertPolicyContent, alertPolicyEvents, type operations } from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, newId, sql } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { assertItems } from "../../records/references.ts";
import { boundedRange, type OpenReads, signalOf } from "../../telemetry/index.ts";
import { backtest } from "../backtest/backtest.ts";
import { endAlertsOf } from "../writes.ts";
import { assertSound, contentOf } from "./content.ts";
import * as store from "./store.ts";

const maxPolicies = 10_000;

export function policyHandlers(core: Core, openReads: OpenReads): HandlersOf<typeof operations.alertPolicies> {
  const interval = `${Math.round(core.config.alertEvalMs / 1000)}s`;
  return {
    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) =>
      store.listPolicies(db, { ...filter, limit, offset }),

    get: async ({ db, params }) => (await store.getPolicy(db, params.id)) ?? missing(params.id),

    create: async ({ db, body, actor, audit, announce }) => {
      if ((await store.countPolicies(db)) >= maxPolicies)
        fail("CONFLICT", `There are ${maxPolicies} alert policies already, the most that one organization can have.`);
      const content = contentOf(body, interval);
      await assertUsable(db, content);
      const id = newId();
      if (!(await store.insertPolicy(db, id, content, actor))) nameTaken(content.name);
      await store.planEvaluation(db, id, content.enabled);
      audit({ target: target({ id, name: content.name }), after: content });
      announce(alertPolicyEvents.updated, id, { name: content.name, enabled: content.enabled });
      return (await store.getPolicy(db, id)) ?? missing(id);
    },

    update: async (write) => {
      const { db, params, body, actor, audit, announce, assertUnchanged } = write;
      const before = (await store.lockPolicy(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const content = { ...storedContent(before), ...body };
      await assertUsable(db, content);
      if (await store.isNameTaken(db, content.name, before.id)) nameTaken(content.name);
      await store.updatePolicy(db, before.id, content, actor);
      await store.planEvaluation(db, before.id, content.enabled);
      if (!content.enabled) await endAlertsOf(write, before, "The policy was disabled.");
      else if (asksOtherwise(before, content)) await endAlertsOf(write, before, "The policy was changed.");
      audit({ target: target(before), ...difference(storedContent(before), content) });
      announce(alertPolicyEvents.updated, before.id, { name: content.name, enabled: content.enabled });
      return (await store.getPolicy(db, before.id)) ?? missing(before.id);
    },

    remove: async (write) => {
      const { db, params, audit, announce } = write;
      const before = (await store.lockPolicy(db, params.id)) ?? missing(params.id);
      await endAlertsOf(write, before, "The policy was deleted.");
      await store.deletePolicy(db, before.id);
      audit({ target: target(before), before: storedContent(before) });
      announce(alertPolicyEvents.updated, before.id, { name: before.name, enabled: false });
      return undefined;
    },

    versions: async ({ db, params, query }) => {
      const { id } = (await store.getPolicy(db, params.id)) ?? missing(params.id);
      return store.listVersions(db, id, query);
    },

    evaluations: async ({ db, params, query }) => {
      const { id } = (await store.getPolicy(db, params.id)) ?? missing(params.id);
      return store.listEvaluations(db, id, query);
    },

    backtest: async ({ db, body: { policy, ...range }, principal, reply }) => {
      const content = contentOf(policy, interval);
      await assertUsable(db, content);
      const reads = openReads(principal.tenantId, signalOf(reply), "person");
      return backtest(db, reads, content, boundedRange(range, core.clock.now(), 24));
    },
  };
}

async function assertUsable(db: Db, content: AlertPolicyContent): Promise<void> {
  assertSound(content);
  await assertItems(db, content.ci_ids);
  if (content.runbook_id !== null && !(await db.first(sql`select from runbooks where id = ${content.runbook_id}`)))
    fail("NOT_FOUND", `There is no runbook ${content.runbook_id}.`);
  const { escalation_policy_id: escalation } = content;
  if (escalation !== null && !(await db.first(sql`select from escalation_policies where id = ${escalation}`)))
    fail("NOT_FOUND", `There is no escalation policy ${escalation}.`);
}

/** Groups of another question are other alerts. */
function asksOtherwise(before: AlertPolicyContent, after: AlertPolicyContent): boolean {
  return JSON.stringify([before.condition, before.group_by]) !== JSON.stringify([after.condition, after.group_by]);
}

function storedContent(policy: AlertPolicy): AlertPolicyContent {
  const { id: _id, created_at, updated_at, version, state, created_by, updated_by, ...content } = policy;
  return content;
}

function target({ id, name }: { id: string; name: string }) {
  return { type: "alert_policy", id, name };
}

function nameTaken(name: string): never {
  return fail("CONFLICT", `There is an alert policy '${name}' already.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no alert policy ${id}.`);
}
