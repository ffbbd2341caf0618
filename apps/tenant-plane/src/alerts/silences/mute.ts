import type { Mute } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { reach } from "../../cmdb/index.ts";
import type { AlertRow } from "../alert.ts";
import { matchesAll, timesOf } from "./rules.ts";
import * as store from "./store.ts";

const blastDepth = 5;

/**
 * What keeps a firing alert from opening an incident: a silence, a maintenance window, or a change in its window. The latter two also
 * mute what depends on their configuration items.
 */
export type MuteOf = (alert: AlertRow) => Promise<Mute | null>;

/** Reads the silences once for all alerts of a write, and each configuration item once. */
export function openMutes(db: Db, now: Date): MuteOf {
  let silences: ReturnType<typeof store.currentSilences> | undefined;
  const known = new Map<string, ReturnType<typeof surroundings>>();
  const around = (ids: readonly string[]) => {
    const key = ids.join();
    const found = known.get(key) ?? surroundings(db, ids);
    known.set(key, found);
    return found;
  };
  return async (alert) => {
    silences ??= store.currentSilences(db);
    const current = await silences;
    const { upstream, change } = await around(alert.ci_ids);
    for (const silence of current) {
      const times = timesOf(silence, now);
      if (times.state !== "active" || !matchesAll(silence.matchers, alert)) continue;
      const near = silence.with_dependents ? upstream : new Set(alert.ci_ids);
      if (silence.ci_ids.length > 0 && !silence.ci_ids.some((id) => near.has(id))) continue;
      return { reason: silence.kind, id: silence.id, name: silence.comment, until: times.active_until };
    }
    return change ? { reason: "change", id: change.id, name: change.reference, until: change.requested_end } : null;
  };
}

/** The items themselves and what they depend on, and a change of one of them that is in its window. */
async function surroundings(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return { upstream: new Set<string>(), change: undefined };
  const upstream = new Set((await reach(db, ids, { direction: "upstream", depth: blastDepth, most: 2000 })).keys());
  const [change] = await store.changesInWindow(db, [...upstream]);
  return { upstream, change };
}
