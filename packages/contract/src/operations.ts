import { apiKeys, audit, directory, groups, roles, users } from "./admin.ts";
import { auth } from "./auth.ts";
import { incidents } from "./incidents.ts";
import { events, system } from "./system.ts";

/** The Tenant Plane's whole API. `operations.incidents.create` is known everywhere as "incidents.create". */
export const operations = { auth, incidents, users, groups, roles, apiKeys, audit, directory, events, system };
export type Operations = typeof operations;
