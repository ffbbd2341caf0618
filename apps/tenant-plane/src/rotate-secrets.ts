import {
  assertSameKey,
  type Database,
  forgetPreviousKey,
  type Log,
  openDatabase,
  openSecrets,
  rotateKeyFile,
  type SecretBox,
  type Sql,
  sql,
  type Transaction,
} from "@opsplane/runtime";
import type { Config } from "./config.ts";

interface SealedColumn {
  name: string;
  column: Sql;
  table: Sql;
}

/** Every column that holds sealed values. */
const sealedColumns: readonly SealedColumn[] = [
  { name: "signing keys", table: sql`signing_keys`, column: sql`sealed` },
  { name: "invitations", table: sql`users`, column: sql`invitation_secret` },
  { name: "tenant secrets", table: sql`secrets`, column: sql`sealed` },
  { name: "remembered answers", table: sql`idempotency_keys`, column: sql`answer` },
  { name: "webhook secrets", table: sql`webhooks`, column: sql`secret` },
  { name: "workflow webhook secrets", table: sql`workflows`, column: sql`webhook_secret` },
  { name: "secret parameters of runs", table: sql`runs`, column: sql`secret_parameters` },
  { name: "inputs of agent jobs", table: sql`agent_jobs`, column: sql`stdin` },
  { name: "channel secrets", table: sql`notification_channels`, column: sql`secret` },
  { name: "keys of links", table: sql`oncall_link_keys`, column: sql`sealed` },
  { name: "keys of AI providers", table: sql`ai_settings`, column: sql`api_key` },
  { name: "licenses", table: sql`licenses`, column: sql`sealed` },
  { name: "previous webhook secrets", table: sql`webhooks`, column: sql`previous_secret` },
];

/** Replaces a key file first. Keys from settings are rotated by changing the settings. */
export async function rotateSecrets(config: Config, postgresUrl: string, log: Log): Promise<Record<string, number>> {
  const usesKeyFile = config.masterKey === undefined;
  if (usesKeyFile) await rotateKeyFile(config.dataDir);
  const secrets = await openSecrets(config);
  const database = openDatabase({ url: postgresUrl, log, tenantConnections: 2, systemConnections: 2 });
  try {
    await assertSameKey(database, secrets);
    const changed = await resealAll(database, secrets);
    if (usesKeyFile) await forgetPreviousKey(config.dataDir);
    return changed;
  } finally {
    await database.close();
  }
}

const batch = 200;

/** Seals every stored value with the current master key. Returns the number of changed values by kind. Can be repeated. */
async function resealAll(database: Database, secrets: SecretBox): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const sealed of sealedColumns) {
    let count = 0;
    for (let done = batch; done === batch; count += done)
      done = await database.inSystem((tx) => resealBatch(tx, sealed, secrets));
    changed[sealed.name] = count;
  }
  await database.system.run(sql`update platform set value = ${secrets.fingerprint} where key = 'secrets_fingerprint'`);
  return changed;
}

async function resealBatch(tx: Transaction, { table, column }: SealedColumn, secrets: SecretBox): Promise<number> {
  const { header } = secrets;
  const rows = await tx.rows<{ row: string; sealed: Buffer }>(sql`
    select ctid::text as row, ${column} as sealed from ${table}
    where ${column} is not null and substring(${column} for ${header.length}) <> ${header}
    limit ${batch} for update`);
  for (const { row, sealed } of rows)
    await tx.run(sql`update ${table} set ${column} = ${secrets.seal(secrets.open(sealed))} where ctid = ${row}::tid`);
  return rows.length;
}
