import type { TokenKind } from "@opsplane/accounts";
import { type ControlPermission, staffTenant } from "@opsplane/contract/control-plane";
import { hashToken, sql } from "@opsplane/runtime";

const cacheMs = 60_000;
const reports = "deployments:report" satisfies ControlPermission;

/** Tokens with which hosted deployments fetch their statements. They belong to the staff's account and can do nothing else. */
export const deploymentTokens: TokenKind = {
  prefix: "opd_",
  find: async (system, token, now) => {
    const found = await system.first<{ id: string }>(
      sql`select deployment_id as id from deployment_credentials where token_hash = ${hashToken(token)}`,
    );
    if (!found) return undefined;
    return {
      who: {
        ...{ kind: "deployment", id: found.id, userId: null, sessionId: null, tenantId: staffTenant },
        label: `deployment:${found.id}`,
        role: "deployment",
        permissions: new Set([reports]),
        mustChangePassword: false,
      },
      until: now.getTime() + cacheMs,
    };
  },
};
