import type { WriteScope } from "@opsplane/runtime";
import type { AlertRow } from "../alert.ts";
import * as alertStore from "../store.ts";
import { muteAlert } from "../writes.ts";
import { activeSilences, causesOf, mutedBy } from "./mute.ts";

const maxAtOnce = 500;

/** Mutes what fires already when a silence or window begins. Returns the muted alerts. */
export async function muteFiring(write: WriteScope): Promise<AlertRow[]> {
  const { db, now } = write;
  const silences = await activeSilences(db, now);
  if (silences.length === 0) return [];
  const isAboutItems = silences.some(({ ci_ids }) => ci_ids.length > 0);
  const muted: AlertRow[] = [];
  for (const alert of await alertStore.lockFiring(db, maxAtOnce)) {
    const found = mutedBy(silences, alert, isAboutItems ? await causesOf(db, alert.ci_ids) : new Set());
    if (found) muted.push(await muteAlert(write, alert, found));
  }
  return muted;
}
