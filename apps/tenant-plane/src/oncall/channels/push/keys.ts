import { sql } from "@opsplane/runtime";
import type { Core } from "../../../core.ts";
import { newVapidKey, type VapidKeys, vapidKeysOf } from "./vapid.ts";

/** The key of the installation, made by its first start. A browser has one subscription for all its people and their tenants. */
export function openVapidKeys({ database, secrets }: Pick<Core, "database" | "secrets">): Promise<VapidKeys> {
  return database.inSystem(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/push-key'))`);
    const stored = await tx.first<{ sealed: Buffer }>(sql`select sealed from push_keys limit 1`);
    if (stored) return vapidKeysOf(JSON.parse(secrets.open(stored.sealed)));
    const jwk = newVapidKey();
    await tx.run(sql`insert into push_keys (sealed) values (${secrets.seal(JSON.stringify(jwk))})`);
    return vapidKeysOf(jwk);
  });
}
