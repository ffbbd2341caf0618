import type { controlOperations } from "@opsplane/contract/control-plane";
import { difference, fail, type HandlersOf } from "@opsplane/runtime";
import { offerWith } from "./rules.ts";
import * as store from "./store.ts";

export const planHandlers: HandlersOf<typeof controlOperations.plans> = {
  list: async ({ database }) => offerWith(await store.allPrices(database.system)),
};

export const priceHandlers: HandlersOf<typeof controlOperations.prices> = {
  list: ({ db, query }) => store.listPrices(db, query),

  update: async ({ db, params, body, audit, assertUnchanged }) => {
    const before = (await store.lockPrice(db, params.id)) ?? missing(params.id);
    assertUnchanged(before);
    const { cents = before.cents, currency = before.currency, stripe_price_id = before.stripe_price_id } = body;
    const after =
      (await store.updatePrice(db, { id: before.id, cents, currency, stripe_price_id })) ?? missing(params.id);
    audit({
      target: { type: "price", id: after.id, name: `${after.item} ${after.billing_period}` },
      ...difference(before, after),
    });
    return after;
  },
};

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no price ${id}.`);
}
