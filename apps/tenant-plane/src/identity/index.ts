import type { Core, FeatureOf } from "../core.ts";
import { apiKeyHandlers } from "./api-keys/handlers.ts";
import { authHandlers } from "./auth/handlers.ts";
import { passwordThrottle } from "./auth/throttle.ts";
import { collectorHandlers } from "./collectors/handlers.ts";
import { directoryHandlers } from "./directory/handlers.ts";
import { groupHandlers } from "./groups/handlers.ts";
import { roleHandlers } from "./roles/handlers.ts";
import { rolePermissions } from "./roles/store.ts";
import { userHandlers } from "./users/handlers.ts";
import { invitationJobs } from "./users/jobs.ts";

export { openPrincipals, type Principals } from "./auth/principals.ts";
export { noteCollectorUsed } from "./collectors/store.ts";
export { rolePermissions } from "./roles/store.ts";
export { bootstrap, createTenant } from "./tenants/tenants.ts";

type Groups = "auth" | "users" | "groups" | "roles" | "apiKeys" | "directory" | "collectors";

/** Sign-in, people, groups, roles, API keys and collector tokens. */
export function openIdentity(core: Core, forget: (tenantId: string) => void): FeatureOf<Groups> {
  const { config, database, passwords, tokens, refusals, secrets, mailer } = core;
  return {
    handlers: {
      auth: authHandlers({
        passwords,
        tokens,
        throttle: passwordThrottle(database.system, config.loginsPerMinute),
        refusals,
        forget,
        permissionsOf: async (db, tenantId, role) => (await rolePermissions(db, tenantId, role)) ?? [],
      }),
      users: userHandlers({ passwords, secrets, mailConfigured: mailer !== undefined }),
      groups: groupHandlers,
      roles: roleHandlers,
      apiKeys: apiKeyHandlers,
      directory: directoryHandlers,
      collectors: collectorHandlers,
    },
    ...invitationJobs(core),
    onRevoked: forget,
  };
}
