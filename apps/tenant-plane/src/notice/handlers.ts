import { noticeEvents, type operations } from "@opsplane/contract";
import { difference, fail, type HandlersOf, invalid } from "@opsplane/runtime";
import { noNotice, shownNotice } from "./rules.ts";
import * as store from "./store.ts";

const target = { type: "notice", id: "notice", name: "notice" };

export const noticeHandlers: HandlersOf<typeof operations.notice> = {
  get: async ({ db, now }) => shownNotice(await store.readNotice(db), now),

  set: async ({ db, body: { text, level = "info", ends_at = null }, actor, now, audit, announce, assertUnchanged }) => {
    const before = (await store.lockNotice(db)) ?? noNotice;
    assertUnchanged(before);
    if (ends_at !== null && Date.parse(ends_at) <= now.getTime()) invalid("ends_at", "must be in the future");
    const after =
      (await store.saveNotice(db, { text, level, ends_at }, actor)) ?? fail("ERROR", "The notice could not be stored.");
    audit({ target, ...difference(before, after) });
    announce(noticeEvents.updated, target.id, { text });
    return after;
  },

  clear: async ({ db, audit, announce }) => {
    const before = await store.lockNotice(db);
    await store.deleteNotice(db);
    audit({ target, before: before ?? null });
    announce(noticeEvents.updated, target.id, { text: "" });
    return undefined;
  },
};
