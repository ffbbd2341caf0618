import { apiKeys } from "./api-keys.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { directory } from "./directory.ts";
import { groups } from "./groups.ts";
import { incidents } from "./incidents.ts";
import { roles } from "./roles.ts";
import { events, system } from "./system.ts";
import { users } from "./users.ts";

/** The Tenant Plane's whole API. `operations.incidents.create` is known everywhere as "incidents.create". */
export const operations = { auth, incidents, users, groups, roles, apiKeys, audit, directory, events, system };
export type Operations = typeof operations;
