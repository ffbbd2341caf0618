import type { Mute } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
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

/** Reads the silences once for all alerts of a write, and each configuration item once. */
export function openMutes(db: Db, now: Date): MuteOf {
  let silences: ReturnType<typeof activeSilences> | undefined;
  const known = new Map<string, ReturnType<typeof surroundings>>();
  const around = (ids: readonly string[]) => {
    const key = ids.join();
    const found = known.get(key) ?? surroundings(db, ids);
    known.set(key, found);
    return found;
  };
  return async (alert) => {
    silences ??= activeSilences(db, now);
    const current = await silences;
    const { upstream, change } = await around(alert.ci_ids);
    const silenced = mutedBy(current, alert, upstream);
    if (silenced) return silenced;
    return change ? { reason: "change", id: change.id, name: change.reference, until: change.requested_end } : null;
  };
}

/** The items themselves and what they depend on, and a change of one of them that is in its window. */
async function surroundings(db: Db, ids: readonly string[]) {
  const upstream = await causesOf(db, ids);
  const [change] = upstream.size === 0 ? [] : await store.changesInWindow(db, [...upstream]);
  return { upstream, change };
}

type ActiveSilence = StoredSilence & { until: string | null };

/** The silences and windows that mute now. */
export async function activeSilences(db: Db, now: Date): Promise<ActiveSilence[]> {
  return (await store.currentSilences(db, now)).flatMap((silence) => {
    const { state, active_until } = timesOf(silence, now);
    return state === "active" ? [{ ...silence, until: active_until }] : [];
  });
}

/** The first of these silences that mutes an alert. `upstream` is what its configuration items depend on, with them. */
export function mutedBy(
  silences: readonly ActiveSilence[],
  alert: AlertRow,
  upstream: ReadonlySet<string>,
): Mute | undefined {
  const found = silences.find(({ matchers, ci_ids, with_dependents }) => {
    const near = with_dependents ? upstream : new Set(alert.ci_ids);
    return matchesAll(matchers, alert) && (ci_ids.length === 0 || ci_ids.some((id) => near.has(id)));
  });
  return found && { reason: found.kind, id: found.id, name: found.comment, until: found.until };
}

/** The items themselves and what they depend on. */
export async function causesOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await reach(db, ids, { direction: "upstream", depth: blastDepth, most: 2000 })).keys());
}
