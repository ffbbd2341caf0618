import type { operations } from "@opsplane/contract";
import { type HandlersOf, invalid, type Principal } from "@opsplane/runtime";
import { countFacets } from "../store/facets.ts";
import { listHistory } from "../store/history.ts";
import type { WantedOwner } from "../store/item-filter.ts";
import * as store from "../store/items.ts";
import { changeItem, createItem, itemNotFound, removeItem, upsertItem } from "../writes.ts";

type Operation = "items" | "facets" | "get" | "create" | "update" | "upsert" | "remove" | "history";

export const itemHandlers: Pick<HandlersOf<typeof operations.cmdb>, Operation> = {
  items: ({ db, query, principal }) => {
    const { owner, sort = "name", limit = 50, offset = 0, ...rest } = query;
    return store.listItems(db, { ...rest, ...wantedOwner(owner, principal), sort, limit, offset });
  },

  facets: ({ db, query: { owner, ...rest }, principal }) =>
    countFacets(db, { ...rest, ...wantedOwner(owner, principal) }),

  get: async ({ db, params }) => (await store.getItem(db, params.id)) ?? itemNotFound(params.id),

  create: (context) => createItem(context, context.body),

  update: async (context) => {
    const { db, params, body, assertUnchanged } = context;
    const item = (await store.lockItem(db, params.id)) ?? itemNotFound(params.id);
    assertUnchanged(item);
    return changeItem(context, item, body);
  },

  upsert: (context) => upsertItem(context, context.body),

  remove: async (context) => {
    await removeItem(context, context.params.id);
    return undefined;
  },

  /** The history of a deleted item can still be read. */
  history: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const page = await listHistory(db, params.id, { limit, offset });
    if (page.total === 0 && !(await store.getItem(db, params.id))) itemNotFound(params.id);
    return page;
  },
};

function wantedOwner(written: string | undefined, { userId }: Principal): { owner?: WantedOwner } {
  if (written === undefined) return {};
  if (written === "none") return { owner: { who: "none" } };
  if (written !== "me") return { owner: { who: "one", id: written } };
  return {
    owner: { who: "person", userId: userId ?? invalid("owner", "'me' needs a person; this API key has no user") },
  };
}
