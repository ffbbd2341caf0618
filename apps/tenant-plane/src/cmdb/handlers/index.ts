import type { operations } from "@opsplane/contract";
import type { HandlersOf } from "@opsplane/runtime";
import { analyse } from "../impact.ts";
import { classHandlers } from "./classes.ts";
import { itemHandlers } from "./items.ts";
import { relationHandlers } from "./relations.ts";

export const cmdbHandlers: HandlersOf<typeof operations.cmdb> = {
  ...itemHandlers,
  ...relationHandlers,
  ...classHandlers,

  impact: ({ db, query: { ci_id, direction = "downstream", depth = 5, limit = 500 }, principal: { permissions } }) =>
    analyse(db, {
      ids: [...new Set(ci_id.map((id) => id.toLowerCase()))],
      direction,
      depth,
      limit,
      // A role may read the CMDB without the permission to read incidents or changes.
      seesIncidents: permissions.has("incidents:read"),
      seesChanges: permissions.has("itsm:read"),
    }),
};
