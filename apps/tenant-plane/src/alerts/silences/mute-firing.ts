import type { WriteScope } from "@opsplane/runtime";
import type { AlertRow } from "../alert.ts";
import * as alertStore from "../store.ts";
import { muteAlert } from "../writes.ts";
import { openSilences } from "./mute.ts";

const pageSize = 500;

/** Mutes what fires already when a silence or window begins. Returns the muted alerts. */
export async function muteFiring(write: WriteScope): Promise<AlertRow[]> {
  const { db, now } = write;
  const silenceOf = openSilences(db, now);
  const muted: AlertRow[] = [];
  let page: AlertRow[] = [];
  do {
    page = await alertStore.readFiring(db, page.at(-1)?.id, pageSize);
    for (const alert of page) {
      const silence = await silenceOf(alert);
      const locked = silence && (await alertStore.lockFiring(db, alert.id));
      if (locked) muted.push(await muteAlert(write, locked, silence));
    }
  } while (page.length === pageSize);
  return muted;
}
