import { verifyStatement } from "@opsplane/licensing";
import {
  type Base,
  fail,
  invalid,
  type Log,
  type Origin,
  type Outbound,
  OutboundFailure,
  type Schedule,
  writeAuditAndEvents,
} from "@opsplane/runtime";
import type { Config } from "../config.ts";
import { version } from "../version.ts";
import type { EntitlementSource } from "./entitlements.ts";
import { isHosted } from "./rules.ts";
import * as store from "./store.ts";
import { usageOfTenants } from "./usage.ts";

export interface StatementServices extends Pick<Base, "database" | "refusals"> {
  /** Drops this instance's cached tokens of a tenant at once. */
  forget(tenantId: string): void;
  config: Config;
  entitlements: EntitlementSource;
  outbound: Outbound;
  log: Log;
}

/** Takes a statement that the Control Plane pushed. Its signature is the only credential. */
export async function receiveStatement(
  { config, entitlements, database, refusals, forget }: Omit<StatementServices, "outbound" | "log">,
  jwt: string,
  origin: Origin,
) {
  if (config.deploymentId === undefined || !entitlements.keys)
    fail("NOT_FOUND", "This deployment does not follow subscriptions.");
  const { address } = origin;
  if (address !== null) refusals.assertAllowed(address);
  const verdict = await verifyStatement(jwt, entitlements.keys, config.deploymentId);
  if (!verdict.ok) {
    // Anyone can call it, so refused statements count against the address.
    if (address !== null) refusals.count(address);
    invalid("statement", `is refused. ${verdict.problem}`);
  }
  const { statement } = verdict;
  const { tenantId, serial } = statement;
  if (!(await store.tenantExists(database.system, tenantId)))
    fail("NOT_FOUND", `There is no tenant '${tenantId}' here.`);
  const effect = await database.inSystem(async (tx) => {
    const effect = await store.saveStatement(tx, statement);
    if (effect !== "old") await store.announceEntitlements(tx, tenantId);
    const after = { plan_id: statement.planId, status: statement.status, addons: statement.addons, serial };
    const target = { type: "subscription", id: tenantId, name: statement.planName };
    if (effect === "new")
      await writeAuditAndEvents(tx, {
        tenantId,
        action: "system.subscription",
        origin,
        audit: { target, after },
        events: [],
      });
    return effect;
  });
  if (effect !== "old") forget(tenantId);
  return { tenant_id: tenantId, serial, applied: effect !== "old" };
}

/**
 * Asks the Control Plane for the statements of all tenants, because a push can be lost. When it cannot be reached, the last known
 * statements hold.
 */
export function pullSchedules(services: StatementServices): Schedule[] {
  const { offlineMode, controlPlaneUrl, deploymentMode, deploymentId, deploymentToken, pullMs } = services.config;
  if (offlineMode || !isHosted(deploymentMode) || !controlPlaneUrl || !deploymentId || !deploymentToken) return [];
  const url = `${controlPlaneUrl.replace(/\/+$/, "")}/api/deployments/statements`;
  return [
    {
      name: "licensing.pull",
      everyMs: pullMs,
      runsOn: "one-worker",
      run: async ({ now, signal }) => {
        const usage = await usageOfTenants(services.database.system, now);
        let cursor: string | null = null;
        do {
          const page: Pulled = await pull(services.outbound, url, deploymentToken, {
            tp_version: version,
            usage: cursor === null ? usage : [],
            cursor,
          });
          for (const jwt of page.statements)
            await receiveStatement(services, jwt, pulled).catch((error: unknown) =>
              services.log.warn({ error: String(error) }, "a statement of the Control Plane was refused"),
            );
          cursor = page.next;
        } while (cursor !== null && !signal.aborted);
      },
    },
  ];
}

const pulled: Origin = {
  actorType: "system",
  actorId: null,
  actor: "Control Plane",
  address: null,
  userAgent: null,
  traceId: null,
};

interface Pulled {
  statements: string[];
  next: string | null;
}

async function pull(outbound: Outbound, url: string, token: string, body: object): Promise<Pulled> {
  const { status, body: bytes } = await outbound.request({
    ...{ url, method: "POST", maxRedirects: 0, timeoutMs: 30_000, maxBytes: 16 * 1024 * 1024 },
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new OutboundFailure(`The Control Plane answered ${status}.`);
  const { data } = JSON.parse(bytes.toString("utf8"));
  const statements: unknown[] = Array.isArray(data?.statements) ? data.statements : [];
  return {
    statements: statements.filter((each) => typeof each === "string"),
    next: typeof data?.next === "string" ? data.next : null,
  };
}
