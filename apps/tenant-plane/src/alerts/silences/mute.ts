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
export async function muteOf(db: Db, alert: AlertRow, now: Date): Promise<Mute | null> {
  const upstream = await causesOf(db, alert.ci_ids);
  for (const silence of await store.currentSilences(db)) {
    const times = timesOf(silence, now);
    if (times.state !== "active" || !matchesAll(silence.matchers, alert)) continue;
    const near = silence.with_dependents ? upstream : new Set(alert.ci_ids);
    if (silence.ci_ids.length > 0 && !silence.ci_ids.some((id) => near.has(id))) continue;
    return { reason: silence.kind, id: silence.id, name: silence.comment, until: times.active_until };
  }
  const [change] = upstream.size === 0 ? [] : await store.changesInWindow(db, [...upstream]);
  return change ? { reason: "change", id: change.id, name: change.reference, until: change.requested_end } : null;
}

/** The items themselves and what they depend on. */
async function causesOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await reach(db, ids, { direction: "upstream", depth: blastDepth, most: 2000 })).keys());
}
