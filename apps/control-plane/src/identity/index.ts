import { authHandlers, invitationJobs, passwordThrottle, userHandlers } from "@opsplane/accounts";
import { permissionsOf } from "@opsplane/contract/control-plane";
import type { Core, FeatureOf } from "../core.ts";
import { version } from "../version.ts";

/** The permissions of a role, which depend on whether the account is the staff's or a customer's. */
export const rolePermissions = async (_db: unknown, tenantId: string, role: string) => permissionsOf(tenantId, role);

/** Sign-in and people, of the staff and of each customer. */
export function openIdentity(core: Core, forget: (tenantId: string) => void): FeatureOf<"auth" | "users"> {
  const { config, database, passwords, tokens, refusals, secrets, mailer } = core;
  return {
    handlers: {
      auth: authHandlers({
        ...{ passwords, tokens, refusals, forget, version },
        throttle: passwordThrottle(database.system, config.loginsPerMinute),
        permissionsOf: rolePermissions,
        assertMaySignIn: async () => undefined,
        bannerOf: async () => null,
        // Browsers share cookies between ports, and both planes may run on one machine.
        cookieName: "opsplane_control_refresh",
      }),
      users: userHandlers({
        ...{ passwords, secrets, permissionsOf: rolePermissions },
        mailConfigured: mailer !== undefined,
      }),
    },
    ...invitationJobs(core),
    onRevoked: forget,
  };
}
