import type { Log } from "./log.ts";
import { forgetPreviousKey, rotateKeyFile } from "./master-key.ts";
import { type BaseSettings, openSecrets } from "./plane/base.ts";
import { assertSameKey } from "./plane/fingerprint.ts";
import { type Database, openDatabase, type Transaction } from "./postgres/database.ts";
import { type Sql, sql } from "./postgres/sql.ts";
import type { SecretBox } from "./secrets.ts";

export interface SealedColumn {
  name: string;
  column: Sql;
  table: Sql;
}

interface Rotation {
  settings: Pick<BaseSettings, "masterKey" | "previousKeys" | "dataDir">;
  postgresUrl: string;
  /** Every column of the plane that holds sealed values. */
  columns: readonly SealedColumn[];
  log: Log;
}

/** Replaces a key file first. Keys from settings are rotated by changing the settings. */
export async function resealSecrets({
  settings,
  postgresUrl,
  columns,
  log,
}: Rotation): Promise<Record<string, number>> {
  const usesKeyFile = settings.masterKey === undefined;
  if (usesKeyFile) await rotateKeyFile(settings.dataDir);
  const secrets = await openSecrets(settings);
  const database = openDatabase({ url: postgresUrl, log, tenantConnections: 2, systemConnections: 2 });
  try {
    await assertSameKey(database, secrets);
    const changed = await resealAll(database, columns, secrets);
    if (usesKeyFile) await forgetPreviousKey(settings.dataDir);
    return changed;
  } finally {
    await database.close();
  }
}

const batch = 200;

/** Seals every stored value with the current master key. Returns the number of changed values by kind. Can be repeated. */
async function resealAll(
  database: Database,
  columns: readonly SealedColumn[],
  secrets: SecretBox,
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {};
  for (const sealed of columns) {
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
