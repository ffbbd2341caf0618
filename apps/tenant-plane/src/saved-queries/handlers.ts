import { type operations, type SavedQuery, savedQueryEvents } from "@opsplane/contract";
import { difference, fail, type HandlersOf, newId } from "@opsplane/runtime";
import { assertHasPlace, assertMayChange, assertMayShare, canSee } from "./rules.ts";
import * as store from "./store.ts";

const maxOwn = 200;

export const savedQueryHandlers: HandlersOf<typeof operations.savedQueries> = {
  list: ({ db, query, principal }) => store.listSavedQueries(db, principal.userId, query),

  create: async ({ db, body: { page, name, search, shared = false }, principal, audit, announce }) => {
    assertHasPlace(shared, principal);
    if (shared) assertMayShare(principal);
    if ((await store.countOf(db, principal.userId)) >= maxOwn)
      fail("CONFLICT", `You have ${maxOwn} saved queries. Delete one that you no longer use.`);
    const made = await store.insertSavedQuery(db, {
      ...{ id: newId(), page, name, search, shared },
      ownerId: principal.userId,
      label: principal.label,
    });
    const saved = made ?? fail("ERROR", "The query could not be stored.");
    audit({ target: targetOf(saved), after: saved });
    announce(savedQueryEvents.updated, saved.id, {});
    return saved;
  },

  update: async ({ db, params: { id }, body, principal, audit, announce, assertUnchanged }) => {
    const before = await lockVisible(db, id, principal);
    assertMayChange(before, principal);
    assertUnchanged(before);
    const { name = before.name, search = before.search, shared = before.shared } = body;
    if (shared !== before.shared) assertMayShare(principal);
    const after = (await store.updateSavedQuery(db, { id, name, search, shared })) ?? missing(id);
    audit({ target: targetOf(after), ...difference(before, after) });
    announce(savedQueryEvents.updated, id, {});
    return after;
  },

  remove: async ({ db, params: { id }, principal, audit, announce }) => {
    const before = await lockVisible(db, id, principal);
    assertMayChange(before, principal);
    await store.deleteSavedQuery(db, id);
    audit({ target: targetOf(before), before });
    announce(savedQueryEvents.updated, id, {});
    return undefined;
  },
};

/** A private query of another person is answered like one that does not exist. */
async function lockVisible(
  db: Parameters<typeof store.lockSavedQuery>[0],
  id: string,
  principal: Parameters<typeof canSee>[1],
): Promise<SavedQuery> {
  const found = await store.lockSavedQuery(db, id);
  return found && canSee(found, principal) ? found : missing(id);
}

function targetOf({ id, name }: SavedQuery) {
  return { type: "saved_query", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no saved query ${id}.`);
}
