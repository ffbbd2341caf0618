import type { UpgradeHook } from "@opsplane/contract/control-plane";
import { type Db, sql } from "@opsplane/runtime";

const columns = sql`deployment_id, url, created_at, updated_at`;

export function getHook(db: Db, deploymentId: string): Promise<UpgradeHook | undefined> {
  return db.first(sql`select ${columns} from upgrade_hooks where deployment_id = ${deploymentId}`);
}

/** Undefined when the deployment does not exist. */
export function putHook(
  db: Db,
  deploymentId: string,
  { url, secret }: { url: string; secret: Buffer },
): Promise<UpgradeHook | undefined> {
  return db.first(sql`
    insert into upgrade_hooks (deployment_id, url, secret)
    select id, ${url}, ${secret} from deployments where id = ${deploymentId}
    on conflict (deployment_id) do update set url = excluded.url, secret = excluded.secret, updated_at = app_now()
    returning ${columns}`);
}

export function deleteHook(db: Db, deploymentId: string): Promise<UpgradeHook | undefined> {
  return db.first(sql`delete from upgrade_hooks where deployment_id = ${deploymentId} returning ${columns}`);
}
