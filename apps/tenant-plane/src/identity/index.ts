import { authHandlers, invitationJobs, passwordThrottle, userHandlers } from "@opsplane/accounts";
import type { Permission } from "@opsplane/contract";
import { assertMaySignIn } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import { type EntitlementSource, readBanner } from "../licensing/index.ts";
import { version } from "../version.ts";
import { apiKeyHandlers } from "./api-keys/handlers.ts";
import { collectorHandlers } from "./collectors/handlers.ts";
import { directoryHandlers } from "./directory/handlers.ts";
import { groupHandlers } from "./groups/handlers.ts";
import { roleHandlers } from "./roles/handlers.ts";
import { rolePermissions } from "./roles/store.ts";

export { machineTokens } from "./auth/machine-tokens.ts";
export { noteCollectorUsed } from "./collectors/store.ts";
export { rolePermissions } from "./roles/store.ts";

const installsLicenses = "admin:license" satisfies Permission;

type Groups = "auth" | "users" | "groups" | "roles" | "apiKeys" | "directory" | "collectors";

/** Sign-in, people, groups, roles, API keys and collector tokens. */
export function openIdentity(
  core: Core,
  entitlements: EntitlementSource,
  forget: (tenantId: string) => void,
): FeatureOf<Groups> {
  const { config, database, passwords, tokens, refusals, secrets, mailer } = core;
  return {
    handlers: {
      auth: authHandlers({
        passwords,
        tokens,
        throttle: passwordThrottle(database.system, config.loginsPerMinute),
        refusals,
        forget,
        permissionsOf: rolePermissions,
        assertMaySignIn: async (db, tenantId, permissions) =>
          assertMaySignIn(await entitlements.of(tenantId, db), permissions.includes(installsLicenses)),
        bannerOf: (tenantId) => readBanner(entitlements, tenantId),
        cookieName: "opsplane_refresh",
        version,
      }),
      users: userHandlers({ passwords, secrets, mailConfigured: mailer !== undefined, permissionsOf: rolePermissions }),
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
