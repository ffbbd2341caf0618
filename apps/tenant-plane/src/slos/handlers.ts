import { isId, type operations, type Slo, sloEvents } from "@opsplane/contract";
import { difference, fail, type HandlersOf, invalid, newId } from "@opsplane/runtime";
import { deletePolicy, lockPoliciesOfSlo } from "../alerts/index.ts";
import type { Core } from "../core.ts";
import { type OpenReads, signalOf } from "../telemetry/index.ts";
import { refreshFigures } from "./figures.ts";
import { historyOf, sumOf } from "./history.ts";
import { maxSlos } from "./measuring/measure.ts";
import { backfillStart, hourOf, minuteOf } from "./measuring/plan.ts";
import { readEvents } from "./measuring/read-events.ts";
import { followPolicies, makePolicies } from "./policies.ts";
import { assertObjective, attainmentOf, budgetOf, isSameIndicator, noBurn, soundIndicator, stateOf } from "./rules.ts";
import * as store from "./store/slos.ts";
import { readHours, startMeasuring } from "./store/slots.ts";

const day = 86_400_000;
const previewPoints = 120;

export function sloHandlers(core: Core, openReads: OpenReads): HandlersOf<typeof operations.slos> {
  const now = () => core.clock.now();
  const startFor = async (tenantId: string) => {
    const { limits } = await core.entitlementsOf(tenantId);
    return backfillStart(now(), limits.retention_days ?? null);
  };
  return {
    list: ({ db, query: { limit = 50, next, sort = "name", ...filter } }) => {
      if (next !== undefined && !isId(next)) invalid("next", "is not a cursor of this list");
      return store.listSlos(db, filter, sort, { limit, after: next }, now());
    },

    get: async ({ db, params }) => (await store.getSlo(db, params.id, now())) ?? missing(params.id),

    create: async ({ db, body, actor, principal, audit, announce }) => {
      if ((await store.countSlos(db)) >= maxSlos)
        fail("CONFLICT", `A tenant can have ${maxSlos} SLOs. Delete one that is no longer used.`);
      const fields = soundFields({ description: "", ci_id: null, group_id: null, ...body });
      const id = newId();
      if (!(await store.insertSlo(db, id, fields, actor))) nameTaken(fields.name);
      await startMeasuring(db, id, await startFor(principal.tenantId));
      audit({ target: target({ id, name: fields.name }), after: fields });
      announce(sloEvents.updated, id, { name: fields.name });
      return (await store.getSlo(db, id, now())) ?? missing(id);
    },

    update: async (write) => {
      const { db, params, body, actor, principal, audit, announce, assertUnchanged } = write;
      const before = (await store.lockSlo(db, params.id, now())) ?? missing(params.id);
      assertUnchanged(before);
      const fields = soundFields({ ...fieldsOf(before), ...body });
      if (await store.isNameTaken(db, fields.name, before.id)) nameTaken(fields.name);
      await store.updateSlo(db, before.id, fields, actor);
      if (!isSameIndicator(before.indicator, fields.indicator))
        await startMeasuring(db, before.id, await startFor(principal.tenantId));
      else await refreshFigures(db, [before.id]);
      await followPolicies(write, before, { id: before.id, ...fields });
      audit({ target: target(before), ...difference(fieldsOf(before), fields) });
      announce(sloEvents.updated, before.id, { name: fields.name });
      return (await store.getSlo(db, before.id, now())) ?? missing(before.id);
    },

    remove: async (write) => {
      const { db, params, audit, announce } = write;
      const before = (await store.lockSlo(db, params.id, now())) ?? missing(params.id);
      for (const policy of await lockPoliciesOfSlo(db, before.id)) await deletePolicy(write, policy);
      await store.deleteSlo(db, before.id);
      audit({ target: target(before), before: fieldsOf(before) });
      announce(sloEvents.updated, before.id, { name: before.name });
      return undefined;
    },

    preview: async ({ body: { objective, window_days, ...body }, principal, reply }) => {
      assertObjective(objective);
      const indicator = soundIndicator(body.indicator);
      const to = minuteOf(now().getTime());
      const oldest = (await startFor(principal.tenantId)).getTime();
      const from = Math.max(oldest, hourOf(to - window_days * day));
      const reads = openReads(principal.tenantId, signalOf(reply), "person");
      const { slots: hours, failed } = await readEvents(reads, [{ id: "", indicator }], { from, to }, 3600);
      for (const error of failed.values()) throw error;
      const events = sumOf(hours);
      const first = Math.min(...hours.map(({ at }) => at));
      return {
        ...events,
        state: stateOf(objective, events, noBurn),
        attainment: attainmentOf(events),
        budget: budgetOf(objective, events),
        data_since: hours.length > 0 ? new Date(first).toISOString() : null,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        ...historyOf(objective, hours, { from, to }, previewPoints),
      };
    },

    history: async ({ db, params, query: { points = 120 } }) => {
      const { id, objective, window_days, status } = (await store.getSlo(db, params.id, now())) ?? missing(params.id);
      const to = Date.parse(status.measured_until);
      const from = to - window_days * day;
      const hours = await readHours(db, id, { from, to });
      return {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        ...historyOf(
          objective,
          hours.map(({ at, ...events }) => ({ at: Date.parse(at), ...events })),
          { from, to },
          points,
        ),
      };
    },

    alerts: async (write) => {
      const { db, params, audit, announce } = write;
      const slo = (await store.lockSlo(db, params.id, now())) ?? missing(params.id);
      const made = await makePolicies(write, slo);
      audit({ target: target(slo), after: { policies: made } });
      if (made.length > 0) announce(sloEvents.updated, slo.id, { name: slo.name });
      return (await store.getSlo(db, slo.id, now())) ?? missing(slo.id);
    },
  };
}

function soundFields(fields: store.SloFields): store.SloFields {
  assertObjective(fields.objective);
  return { ...fields, indicator: soundIndicator(fields.indicator) };
}

function fieldsOf({ name, description, indicator, objective, window_days, ci_id, group_id }: Slo): store.SloFields {
  return { name, description, indicator, objective, window_days, ci_id, group_id };
}

function target({ id, name }: Pick<Slo, "id" | "name">) {
  return { type: "slo", id, name };
}

function nameTaken(name: string): never {
  return fail("CONFLICT", `There is an SLO '${name}' already.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no SLO ${id}.`);
}
