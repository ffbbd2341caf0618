import { finopsEvents, type operations, type UnitPrice } from "@opsplane/contract";
import { difference, Failure, fail, type HandlersOf, invalid, newId } from "@opsplane/runtime";
import { boundedRange, type OpenReads, signalOf } from "../telemetry/index.ts";
import { idleNames } from "./idle.ts";
import { assertPrice, windowBefore } from "./rules.ts";
import * as store from "./store.ts";

const maxPrices = 200;
const usualHours = 30 * 24;
const maxDays = 400;

export function finopsHandlers(reads: OpenReads): HandlersOf<typeof operations.finops> {
  return {
    prices: ({ db, query: { limit = 50, offset = 0 } }) => store.listPrices(db, { limit, offset }),

    createPrice: async ({ db, body, actor, audit, announce }) => {
      if ((await store.countPrices(db)) >= maxPrices)
        fail("CONFLICT", `A tenant can have ${maxPrices} unit prices. Delete one that is no longer used.`);
      const wanted = { class: null, tag: null, environment: null, ...body, id: newId() };
      assertPrice(wanted, await store.currencyOf(db));
      const made = (await store.insertPrice(db, wanted, actor)) ?? fail("ERROR", "The price could not be stored.");
      audit({ target: target(made), after: made });
      announce(finopsEvents.updated, made.id, {});
      return made;
    },

    updatePrice: async ({ db, params, body, audit, announce, assertUnchanged }) => {
      const before = (await store.lockPrice(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const wanted = { ...before, ...body };
      assertPrice(wanted, await store.currencyOf(db, before.id));
      const after = (await store.updatePrice(db, wanted)) ?? missing(params.id);
      audit({ target: target(after), ...difference(before, after) });
      announce(finopsEvents.updated, after.id, {});
      return after;
    },

    removePrice: async ({ db, params, audit, announce }) => {
      const before = (await store.lockPrice(db, params.id)) ?? missing(params.id);
      await store.deletePrice(db, before.id);
      audit({ target: target(before), before });
      announce(finopsEvents.updated, before.id, {});
      return undefined;
    },

    costs: async ({ db, query, principal, now, reply }) => {
      const { by = "item", limit = 50, offset = 0 } = query;
      const period = boundedRange(query, now, usualHours);
      if (period.to.getTime() - period.from.getTime() > maxDays * 86_400_000)
        invalid("from", `must be at most ${maxDays} days before to`);
      const own = reads(principal.tenantId, signalOf(reply), "person");
      const idle = await idleNames(own, period, windowBefore(period)).catch(unknownWithoutTelemetry);
      const currency = (await store.currencyOf(db)) ?? "USD";
      const { items, total } = await store.listCosts(db, by, { ...period, idle: idle ?? [] }, { limit, offset });
      return { items: items.map((cost) => ({ ...cost, idle: idle && cost.idle, currency })), total };
    },
  };
}

/** Costs are known without telemetry; only what is idle is not. */
function unknownWithoutTelemetry(error: unknown): null {
  if (error instanceof Failure && error.code === "UNAVAILABLE" && error.status !== 499) return null;
  throw error;
}

function target({ id, name }: UnitPrice) {
  return { type: "unit_price", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no unit price ${id}.`);
}
