import type { controlOperations, TenantSubscription } from "@opsplane/contract/control-plane";
import { type Db, fail, type HandlersOf, type WriteContext } from "@opsplane/runtime";
import { currencyOf, pricesOf, totalCents } from "../plans/index.ts";
import * as changes from "./changes.ts";
import * as rules from "./rules.ts";
import * as store from "./store.ts";

export const subscriptionHandlers: HandlersOf<typeof controlOperations.subscriptions> = {
  list: async ({ db, query, now }) => {
    const { items, ...total } = await store.listSubscriptions(db, query);
    return { items: items.map((stored) => rules.present(stored, now)), ...total };
  },

  get: ({ db, params, now }) => read(db, params.tenant_id, now),

  usage: async ({ db, params, now }) => {
    const { limits } = await read(db, params.tenant_id, now);
    const reported = await store.reportedUsage(db, params.tenant_id);
    return { ...(reported ?? { users: null, data_gb: null, ai_credits: null, reported_at: null }), limits };
  },

  preview: async ({ db, params, body }) => {
    const stored = (await store.findSubscription(db, params.tenant_id)) ?? missing(params.tenant_id);
    const before = rules.chosen(stored, {});
    const after = rules.chosen(stored, body);
    rules.assertFits(stored.tenant_mode, after.plan_id);
    const usage = await store.reportedUsage(db, params.tenant_id);
    const [costBefore, costAfter] = [await pricesOf(db, before), await pricesOf(db, after)];
    return {
      ...rules.effectOf(before, after, usage),
      cents_before: totalCents(costBefore),
      cents_after: totalCents(costAfter),
      currency: currencyOf(costAfter),
    };
  },

  update: async (context) => {
    await assertVersion(context, context.params.tenant_id);
    await changes.changePlan(context, context.params.tenant_id, context.body);
    return read(context.db, context.params.tenant_id, context.now);
  },

  cancel: async (context) => {
    await changes.cancel(context, context.params.tenant_id, context.body.when ?? "period_end");
    return read(context.db, context.params.tenant_id, context.now);
  },

  suspend: async (context) => {
    await changes.suspend(context, context.params.tenant_id, context.body.reason);
    return read(context.db, context.params.tenant_id, context.now);
  },

  reactivate: async (context) => {
    await changes.reactivate(context, context.params.tenant_id);
    return read(context.db, context.params.tenant_id, context.now);
  },
};

async function assertVersion({ db, assertUnchanged }: WriteContext, tenantId: string): Promise<void> {
  assertUnchanged((await store.lockSubscription(db, tenantId)) ?? missing(tenantId));
}

async function read(db: Db, tenantId: string, now: Date): Promise<TenantSubscription> {
  return (await changes.readSubscription({ db, now }, tenantId)) ?? missing(tenantId);
}

function missing(tenantId: string): never {
  return fail("NOT_FOUND", `There is no subscription of a customer '${tenantId}'.`);
}
