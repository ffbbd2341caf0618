import type { operations } from "@opsplane/contract";
import { difference, fail, type HandlersOf } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { limitsOf } from "../entitlements.ts";
import { monthEnd } from "../records/metering.ts";
import type { Ai } from "./ai.ts";
import { readCredits } from "./credits.ts";
import { edited, noSettings, shown } from "./settings.ts";
import * as store from "./store.ts";

export function aiHandlers(core: Core, ai: Ai): HandlersOf<typeof operations.ai> {
  const { secrets, http } = core;
  return {
    settings: async ({ db }) => shown((await store.readSettings(db)) ?? noSettings),

    updateSettings: async ({ db, body, principal, audit, assertUnchanged }) => {
      const before = (await store.lockSettings(db)) ?? noSettings;
      assertUnchanged(before);
      const wanted = edited(before, body, secrets, http.problemOf);
      const after =
        (await store.saveSettings(db, wanted, principal.label)) ?? fail("ERROR", "The settings could not be stored.");
      audit({ target, ...difference(shown(before), shown(after)) });
      return shown(after);
    },

    test: async ({ principal, request }) => {
      const result = await ai.test(principal, request.id);
      return async ({ db, audit }) => {
        await store.insertCall(db, result.call);
        audit({ target, after: { ok: result.reply.ok, model: result.reply.model } });
        return result.reply;
      };
    },

    calls: ({ db, query: { limit = 50, offset = 0, ...filter } }) => store.listCalls(db, { ...filter, limit, offset }),

    usage: async ({ db, principal, now }) => {
      const [{ used, used_by_provider }, settings] = await Promise.all([readCredits(db, now), store.readSettings(db)]);
      const { ai_credits_per_month: limit } = limitsOf(principal);
      return {
        credits_used: used,
        credits_limit: limit,
        credits_left: limit === null ? null : Math.max(0, limit - used),
        provider_credits_used: used_by_provider,
        monthly_credit_budget: settings?.monthly_credit_budget ?? null,
        resets_at: monthEnd(now).toISOString(),
        provider: settings?.enabled ? settings.provider : "none",
      };
    },
  };
}

const target = { type: "ai_settings", id: "ai", name: "AI provider" };
