import type { Mute } from "@opsplane/contract";
import { type Db, openTurns } from "@opsplane/runtime";
import { reach } from "../../cmdb/index.ts";
import type { AlertRow } from "../alert.ts";
import { matchesAll, type StoredSilence, timesOf } from "./rules.ts";
import * as store from "./store.ts";

const blastDepth = 5;

/**
 * What keeps a firing alert from opening an incident: a silence, a maintenance window, or a change in its window. The latter two also
 * mute what depends on their configuration items.
 */
export type MuteOf = (alert: AlertRow) => Promise<Mute | null>;

/** For all alerts of one write: silences, and what a group of configuration items depends on, are read once. */
export function openMutes(db: Db, now: Date): MuteOf {
  const causesOf = openCauses(db);
  const silenceOf = openSilences(db, now, causesOf);
  const changeOf = remembered(async (ids) => {
    const causes = await causesOf(ids);
    return causes.size === 0 ? undefined : (await store.changesInWindow(db, [...causes]))[0];
  });
  return async (alert) => {
    const silenced = await silenceOf(alert);
    if (silenced) return silenced;
    const change = await changeOf(alert.ci_ids);
    return change ? { reason: "change", id: change.id, name: change.reference, until: change.requested_end } : null;
  };
}

/** The silence or window that mutes an alert now. */
export function openSilences(
  db: Db,
  now: Date,
  causesOf = openCauses(db),
): (alert: AlertRow) => Promise<Mute | undefined> {
  let silences: Promise<ActiveSilence[]> | undefined;
  const turn = openTurns();
  return async (alert) => {
    silences ??= activeSilences(db, now);
    const matching: ActiveSilence[] = [];
    for (const silence of await silences) {
      await turn();
      if (matchesAll(silence.matchers, alert)) matching.push(silence);
    }
    const isAboutItems = matching.some(({ ci_ids }) => ci_ids.length > 0);
    const causes = isAboutItems ? await causesOf(alert.ci_ids) : new Set<string>();
    const found = matching.find(({ ci_ids, with_dependents }) => {
      const near = with_dependents ? causes : new Set(alert.ci_ids);
      return ci_ids.length === 0 || ci_ids.some((id) => near.has(id));
    });
    return found && { reason: found.kind, id: found.id, name: found.comment, until: found.until };
  };
}

type ActiveSilence = StoredSilence & { until: string | null };

async function activeSilences(db: Db, now: Date): Promise<ActiveSilence[]> {
  return (await store.currentSilences(db, now)).flatMap((silence) => {
    const { state, active_until } = timesOf(silence, now);
    return state === "active" ? [{ ...silence, until: active_until }] : [];
  });
}

type OfItems<T> = (ids: readonly string[]) => Promise<T>;

/** The items themselves and what they depend on. */
function openCauses(db: Db): OfItems<Set<string>> {
  return remembered(async (ids) => {
    if (ids.length === 0) return new Set();
    return new Set((await reach(db, ids, { direction: "upstream", depth: blastDepth, most: 2000 })).keys());
  });
}

function remembered<T>(read: OfItems<T>): OfItems<T> {
  const known = new Map<string, Promise<T>>();
  return (ids) => {
    const key = ids.join();
    const found = known.get(key) ?? read(ids);
    known.set(key, found);
    return found;
  };
}
