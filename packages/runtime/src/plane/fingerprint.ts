import type { Database } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import type { SecretBox } from "../secrets.ts";

export class WrongMasterKey extends Error {}

/** A database that was sealed with another master key would fail at the first login, so the start checks it. */
export async function assertSameKey(database: Database, secrets: SecretBox): Promise<void> {
  await database.system.run(
    sql`insert into platform (key, value) values ('secrets_fingerprint', ${secrets.fingerprint}) on conflict (key) do nothing`,
  );
  const stored = await database.system.first<{ value: string }>(
    sql`select value from platform where key = 'secrets_fingerprint'`,
  );
  if (stored?.value !== secrets.fingerprint && !secrets.previousFingerprints.includes(stored?.value ?? "")) {
    throw new WrongMasterKey(
      "The database was sealed with another master key; set SECRETS_MASTER_KEY (or restore DATA_DIR/master.key) to the original key.",
    );
  }
}
