import { oncallScheduleEvents, type operations } from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, invalid, newId, type WriteContext } from "@opsplane/runtime";
import { assertUnused } from "../escalation/store.ts";
import { assertPeople } from "../people.ts";
import { calendarFile } from "./feeds.ts";
import { rotasOf, showSchedules, showTimeline } from "./read.ts";
import { assertTimezone, instantOf, type LayerInput, layersFrom, windowOf } from "./rules.ts";
import * as store from "./store.ts";

export const scheduleHandlers: HandlersOf<typeof operations.oncallSchedules> = {
  list: async ({ db, query, now }) => {
    const page = await store.listSchedules(db, query);
    return { ...page, items: await showSchedules(db, page.items, now) };
  },

  get: async ({ db, params, now }) => show(db, await found(db, params.id), now),

  create: async (context) => {
    const { db, body, principal, audit, now } = context;
    const { name, description = "", timezone = "UTC" } = body;
    assertTimezone(timezone);
    const layers = await checkedLayers(db, body.layers ?? []);
    const fields = { id: newId(), name, description, timezone, layers };
    const made = (await store.insertSchedule(db, fields, principal.label)) ?? taken(name);
    audit({ target: target(made), after: made });
    announceSchedule(context, made);
    return show(db, made, now);
  },

  preview: async ({ db, body, now }) => {
    const { timezone, layers } = body;
    assertTimezone(timezone);
    const rota = { timezone, layers: await checkedLayers(db, layers), overrides: [] };
    return showTimeline(db, rota, windowOf(body, now));
  },

  update: async (context) => {
    const { db, params, body, audit, now, assertUnchanged } = context;
    const before = (await store.lockSchedule(db, params.id)) ?? scheduleNotFound(params.id);
    assertUnchanged(before);
    const { name = before.name, description = before.description, timezone = before.timezone } = body;
    assertTimezone(timezone);
    const layers = body.layers ? await checkedLayers(db, body.layers) : before.layers;
    const fields = { id: before.id, name, description, timezone, layers };
    const after = (await store.updateSchedule(db, fields)) ?? taken(name);
    audit({ target: target(after), ...difference(before, after) });
    announceSchedule(context, after);
    return show(db, after, now);
  },

  remove: async (context) => {
    const { db, params, audit } = context;
    const before = (await store.lockSchedule(db, params.id)) ?? scheduleNotFound(params.id);
    await assertUnused(db, { schedule_id: before.id }, `The schedule '${before.name}'`);
    await store.deleteSchedule(db, before.id);
    audit({ target: target(before), before });
    announceSchedule(context, before);
    return undefined;
  },

  timeline: async ({ db, params, query, now }) => {
    const window = windowOf(query, now);
    const [only] = await rotasOf(db, [await found(db, params.id)], window);
    return only ? showTimeline(db, only.rota, window) : scheduleNotFound(params.id);
  },

  overrides: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const { id } = await found(db, params.id);
    return store.listOverrides(db, id, { limit, offset });
  },

  override: async (context) => {
    const { db, params, body, principal, audit, now } = context;
    const schedule = (await store.lockSchedule(db, params.id)) ?? scheduleNotFound(params.id);
    const starts_at = body.starts_at === undefined ? now.toISOString() : instantOf(body.starts_at, "starts_at");
    const ends_at = instantOf(body.ends_at, "ends_at");
    if (ends_at <= starts_at) invalid("ends_at", "must be after starts_at");
    await assertPeople(db, [body.user_id]);
    const fields = { id: newId(), scheduleId: schedule.id, user_id: body.user_id, comment: body.comment ?? "" };
    const made = await store.insertOverride(db, { ...fields, starts_at, ends_at, createdBy: principal.label });
    if (!made) return fail("ERROR", "The override could not be stored.");
    audit({ target: target(schedule), after: { override: made } });
    announceSchedule(context, schedule);
    return made;
  },

  removeOverride: async (context) => {
    const { db, params, audit } = context;
    const schedule = (await store.lockSchedule(db, params.id)) ?? scheduleNotFound(params.id);
    const override =
      (await store.getOverride(db, schedule.id, params.override_id)) ??
      fail("NOT_FOUND", `There is no override ${params.override_id} of this schedule.`);
    await store.deleteOverride(db, override.id);
    audit({ target: target(schedule), before: { override } });
    announceSchedule(context, schedule);
    return undefined;
  },

  calendar: async ({ db, params, now }) => {
    const schedule = await found(db, params.id);
    return calendarFile(db, schedule.name, [schedule], now);
  },
};

async function show(db: Db, schedule: store.StoredSchedule, now: Date) {
  const [only] = await showSchedules(db, [schedule], now);
  return only ?? scheduleNotFound(schedule.id);
}

async function found(db: Db, id: string): Promise<store.StoredSchedule> {
  return (await store.getSchedule(db, id)) ?? scheduleNotFound(id);
}

async function checkedLayers(db: Db, written: readonly LayerInput[]) {
  const layers = layersFrom(written);
  await assertPeople(
    db,
    layers.flatMap(({ user_ids }) => user_ids),
  );
  return layers;
}

function announceSchedule({ announce }: WriteContext, { id, name }: store.StoredSchedule): void {
  announce(oncallScheduleEvents.updated, id, { name });
}

function target({ id, name }: store.StoredSchedule) {
  return { type: "oncall_schedule", id, name };
}

function taken(name: string): never {
  return fail("CONFLICT", `A schedule '${name}' exists already.`);
}

export function scheduleNotFound(id: string): never {
  return fail("NOT_FOUND", `There is no schedule ${id}.`);
}
