import { type Kpi, kpiEvents, type operations } from "@opsplane/contract";
import { difference, fail, type HandlersOf, newId } from "@opsplane/runtime";
import { boundedRange, type OpenReads, signalOf } from "../telemetry/index.ts";
import { inputReader } from "./inputs.ts";
import { assertKpi, computed } from "./rules.ts";
import * as store from "./store.ts";

export const maxKpis = 100;
const usualHours = 30 * 24;

export function kpiHandlers(reads: OpenReads): HandlersOf<typeof operations.kpis> {
  return {
    list: ({ db, query }) => store.listKpis(db, query),

    get: async ({ db, params }) => (await store.getKpi(db, params.id)) ?? missing(params.id),

    evaluate: async ({ db, body: { inputs, formula, ...range }, principal, now, reply }) => {
      assertKpi(inputs, formula);
      const period = boundedRange(range, now, usualHours);
      const scope = { db, reads: reads(principal.tenantId, signalOf(reply), "person"), period };
      const values = await inputReader(scope)(inputs);
      return {
        ...computed(formula, values),
        inputs: Object.entries(values).map(([name, value]) => ({ name, value })),
      };
    },

    create: async ({ db, body, actor, audit, announce }) => {
      if ((await store.countKpis(db)) >= maxKpis)
        fail("CONFLICT", `A tenant can have ${maxKpis} KPIs. Delete one that is no longer used.`);
      const wanted = { description: "", unit: "number", target: null, better: null, ...body, id: newId() } as const;
      assertKpi(wanted.inputs, wanted.formula);
      const made = (await store.insertKpi(db, wanted, actor)) ?? nameTaken(wanted.name);
      audit({ target: target(made), after: made });
      announce(kpiEvents.updated, made.id, {});
      return made;
    },

    update: async ({ db, params, body, audit, announce, assertUnchanged }) => {
      const before = (await store.lockKpi(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const wanted = { ...before, ...body };
      assertKpi(wanted.inputs, wanted.formula);
      const after = (await store.updateKpi(db, wanted)) ?? nameTaken(wanted.name);
      audit({ target: target(after), ...difference(before, after) });
      announce(kpiEvents.updated, after.id, {});
      return after;
    },

    remove: async ({ db, params, audit, announce }) => {
      const before = (await store.lockKpi(db, params.id)) ?? missing(params.id);
      await store.deleteKpi(db, before.id);
      audit({ target: target(before), before });
      announce(kpiEvents.updated, before.id, {});
      return undefined;
    },
  };
}

function target({ id, name }: Kpi) {
  return { type: "kpi", id, name };
}

function nameTaken(name: string): never {
  return fail("CONFLICT", `There is a KPI '${name}' already.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no KPI ${id}.`);
}
