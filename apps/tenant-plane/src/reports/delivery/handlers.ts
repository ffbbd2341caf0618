import { type operations, type ReportSubscription, reportEvents } from "@opsplane/contract";
import { difference, fail, type HandlersOf, newId } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { getReport } from "../store.ts";
import * as store from "./store.ts";
import { receiverOf } from "./token.ts";

const maxSubscriptions = 20;

export function subscriptionHandlers(core: Core): HandlersOf<typeof operations.reportSubscriptions> {
  const { asAutomation, secrets, refusals } = core;
  return {
    list: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
      if (!(await getReport(db, params.id))) missingReport(params.id);
      return store.listSubscriptions(db, { reportId: params.id, limit, offset });
    },

    create: async ({ db, params, body, actor, audit, announce }) => {
      if (!(await getReport(db, params.id))) missingReport(params.id);
      if ((await store.countSubscriptions(db, params.id)) >= maxSubscriptions)
        fail("CONFLICT", `A report can have ${maxSubscriptions} distribution lists.`);
      const { name, enabled = true, recipients } = body;
      const id = newId();
      await store.insertSubscription(db, { id, reportId: params.id, name, enabled }, actor);
      await store.setRecipients(db, id, addresses(recipients));
      const made = (await store.getSubscription(db, params.id, id)) ?? missing(id);
      audit({ target: target(made), after: made });
      announce(reportEvents.updated, params.id, {});
      return made;
    },

    update: async ({ db, params: { id: reportId, subscription_id }, body, audit, announce, assertUnchanged }) => {
      const before = (await store.lockSubscription(db, reportId, subscription_id)) ?? missing(subscription_id);
      assertUnchanged(before);
      const { name = before.name, enabled = before.enabled, recipients } = body;
      await store.updateSubscription(db, { id: before.id, reportId, name, enabled });
      if (recipients) await store.setRecipients(db, before.id, addresses(recipients));
      const after = (await store.getSubscription(db, reportId, before.id)) ?? missing(before.id);
      audit({ target: target(after), ...difference(before, after) });
      announce(reportEvents.updated, reportId, {});
      return after;
    },

    remove: async ({ db, params: { id: reportId, subscription_id }, audit, announce }) => {
      const before = (await store.lockSubscription(db, reportId, subscription_id)) ?? missing(subscription_id);
      await store.deleteSubscription(db, before.id);
      audit({ target: target(before), before });
      announce(reportEvents.updated, reportId, {});
      return undefined;
    },

    unsubscribe: async ({ body, request, origin, assertEntitled }) => {
      refusals.assertAllowed(request.ip);
      const receiver = receiverOf(secrets, body.token);
      let done: store.Unsubscribed | undefined;
      if (receiver) {
        const { tenantId, subscriptionId, email } = receiver;
        await assertEntitled(tenantId);
        await asAutomation(
          tenantId,
          "reportSubscriptions.unsubscribe",
          async ({ db, audit, announce }) => {
            done = await store.unsubscribe(db, subscriptionId, email);
            if (!done) return false;
            audit({ target: { type: "report", id: done.report_id, name: done.report_name }, after: { email } });
            announce(reportEvents.updated, done.report_id, {});
            return undefined;
          },
          { ...origin, actor: email },
        );
      }
      if (receiver && done) return { report_name: done.report_name, email: receiver.email };
      refusals.count(request.ip);
      return fail("NOT_FOUND", "This link is not valid, or the address is not on the list.");
    },
  };
}

/** Mail systems treat the case of an address alike, and people repeat themselves. */
function addresses(written: readonly string[]): string[] {
  return [...new Set(written.map((email) => email.trim().toLowerCase()))];
}

function target({ id, name }: ReportSubscription) {
  return { type: "report_subscription", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no distribution list ${id}.`);
}

function missingReport(id: string): never {
  return fail("NOT_FOUND", `There is no report ${id}.`);
}
