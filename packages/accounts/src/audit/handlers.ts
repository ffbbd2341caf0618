import type { operations } from "@opsplane/contract";
import { fail, type HandlersOf, parseRange } from "@opsplane/runtime";
import { hidesRefreshes } from "./rules.ts";
import { getEntry, listEntries } from "./store.ts";

export const auditHandlers: HandlersOf<typeof operations.audit> = {
  list: ({ db, query: { limit = 50, offset = 0, ...query }, now }) =>
    listEntries(db, {
      ...query,
      ...parseRange(query, now),
      withoutRefreshes: hidesRefreshes(query),
      limit,
      offset,
    }),
  get: async ({ db, params: { id } }) =>
    (await getEntry(db, id)) ?? fail("NOT_FOUND", `There is no audit entry '${id}'.`),
};
