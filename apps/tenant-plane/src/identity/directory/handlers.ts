import { directoryUsers } from "@opsplane/accounts";
import type { operations } from "@opsplane/contract";
import type { HandlersOf } from "@opsplane/runtime";
import { listGroups } from "../groups/store.ts";

export const directoryHandlers: HandlersOf<typeof operations.directory> = {
  users: ({ db, query }) => directoryUsers(db, query),
  groups: async ({ db, query }) => {
    const { items, total } = await listGroups(db, query);
    return { items: items.map(({ id, name, member_ids }) => ({ id, name, member_ids })), total };
  },
};
