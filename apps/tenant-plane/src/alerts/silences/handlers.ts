import { type operations, silenceEvents } from "@opsplane/contract";
import {
  cronProblem,
  type Db,
  difference,
  fail,
  type HandlersOf,
  invalid,
  newId,
  openTurns,
  type WriteContext,
} from "@opsplane/runtime";
import { reach } from "../../cmdb/index.ts";
import type { Core } from "../../core.ts";
import { assertItems } from "../../records/references.ts";
import * as alertStore from "../store.ts";
import { muteFiring } from "./mute-firing.ts";
import { matcherProblem, matchesAll, type StoredSilence, timesOf } from "./rules.ts";
import * as store from "./store.ts";

const maxCurrent = 1_000;
const shownMatches = 50;

export function silenceHandlers({ clock }: Core): HandlersOf<typeof operations.silences> {
  const shown = async (db: Db, id: string) => (await store.getSilence(db, id, clock.now())) ?? missing(id);

  const saved = async (write: WriteContext, silence: StoredSilence) => {
    await assertUsable(write.db, silence, write.now);
    await store.saveSilence(write.db, silence);
    await muteFiring(write);
    write.announce(silenceEvents.updated, silence.id, {});
    return shown(write.db, silence.id);
  };

  return {
    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) =>
      store.listSilences(db, { ...filter, limit, offset }, clock.now()),

    get: ({ db, params }) => shown(db, params.id),

    create: async (write) => {
      const { db, body, actor, now, audit } = write;
      if ((await store.countCurrent(db)) >= maxCurrent)
        fail(
          "CONFLICT",
          `There are ${maxCurrent} silences that have not ended, the most that one organization can have.`,
        );
      const made = await saved(write, {
        ...{ kind: "silence", matchers: [], ci_ids: [], with_dependents: true, ends_at: null, recurrence: null },
        ...{ comment: "", starts_at: now.toISOString(), created_at: "", updated_at: "", version: 1 },
        ...body,
        id: newId(),
        created_by: actor,
      });
      audit({ target: target(made), after: made });
      return made;
    },

    update: async (write) => {
      const { db, params, body, now, audit, assertUnchanged } = write;
      const before = (await store.lockSilence(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      if (timesOf(before, now).state === "ended") fail("CONFLICT", "It has ended; create a new one.");
      const after = await saved(write, { ...before, ...body });
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },

    end: async (write) => {
      const { db, params, now, audit, announce } = write;
      const before = (await store.lockSilence(db, params.id)) ?? missing(params.id);
      if (timesOf(before, now).state === "ended") fail("CONFLICT", "It has ended already.");
      const at = now.toISOString();
      await store.saveSilence(db, { ...before, ends_at: at, starts_at: before.starts_at < at ? before.starts_at : at });
      announce(silenceEvents.updated, before.id, {});
      audit({ target: target(before), after: { ends_at: at } });
      return shown(db, before.id);
    },

    remove: async ({ db, params, audit, announce }) => {
      const before = (await store.lockSilence(db, params.id)) ?? missing(params.id);
      await store.deleteSilence(db, before.id);
      announce(silenceEvents.updated, before.id, {});
      audit({ target: target(before), before });
      return undefined;
    },

    preview: async ({ db, body }) => {
      const { matchers = [], ci_ids = [], with_dependents = true } = body;
      assertMatchers(matchers);
      const near = with_dependents
        ? new Set((await reach(db, ci_ids, { direction: "downstream", depth: 5, most: 20_000 })).keys())
        : new Set(ci_ids);
      const range = { from: undefined, to: undefined };
      const { items } = await alertStore.listAlerts(
        db,
        { status: ["pending", "firing"], labels: {}, range },
        1000,
        undefined,
      );
      const turn = openTurns();
      const found: typeof items = [];
      for (const alert of items) {
        await turn();
        const isNear = ci_ids.length === 0 || alert.ci_ids.some((id) => near.has(id));
        if (isNear && matchesAll(matchers, alert)) found.push(alert);
      }
      return { total: found.length, alerts: found.slice(0, shownMatches) };
    },
  };
}

async function assertUsable(db: Db, silence: StoredSilence, now: Date): Promise<void> {
  const { kind, matchers, ci_ids, starts_at, ends_at, recurrence } = silence;
  if (matchers.length === 0 && ci_ids.length === 0) invalid("matchers", "need at least one, or configuration items");
  assertMatchers(matchers);
  await assertItems(db, ci_ids);
  if (recurrence !== null) {
    if (kind !== "maintenance") invalid("recurrence", "is only for maintenance windows");
    const problem = cronProblem(recurrence);
    if (problem) invalid(`recurrence.${problem.field}`, problem.message);
  } else if (ends_at === null) invalid("ends_at", "is required unless the window repeats");
  if (ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at)) invalid("ends_at", "must be after starts_at");
  if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) invalid("ends_at", "must be in the future");
}

function assertMatchers(matchers: StoredSilence["matchers"]): void {
  for (const [at, matcher] of matchers.entries()) {
    const problem = matcherProblem(matcher);
    if (problem) invalid(`matchers.${at}.value`, problem);
  }
}

function target({ id, comment, kind }: Pick<StoredSilence, "id" | "comment" | "kind">) {
  return { type: "silence", id, name: comment === "" ? kind : comment };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no silence ${id}.`);
}
