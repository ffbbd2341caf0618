import { type Database, sql } from "@opsplane/runtime";

/** A batch that is identified by its content hash. */
export interface NamedBatch {
  tenantId: string;
  hash: Uint8Array;
}

/**
 * Records which batches are being stored. A batch is claimed before it is inserted. When the same batch arrives again, after a lost
 * response or a crash, any instance sees the claim and checks ClickHouse before inserting.
 */
export interface Ledger {
  /** Claims batches. Returns the age in milliseconds of claims that existed before. */
  claim(batches: readonly NamedBatch[]): Promise<Map<string, number>>;
  /** Renews the claims of batches that this instance stores after an earlier, unfinished attempt. */
  renew(batches: readonly NamedBatch[]): Promise<void>;
}

export const nameOf = ({ tenantId, hash }: NamedBatch) => `${tenantId} ${Buffer.from(hash).toString("hex")}`;

export function openLedger(database: Database): Ledger {
  const rows = (batches: readonly NamedBatch[]) => sql`
    unnest(${batches.map(({ tenantId }) => tenantId)}::text[], ${batches.map(({ hash }) => Buffer.from(hash))}::bytea[]) as batch(tenant_id, hash)`;
  return {
    claim: async (batches) => {
      const claimed = await database.system.rows<{ tenant_id: string; hash: Buffer }>(sql`
        insert into ingest_batches (tenant_id, hash) select tenant_id, hash from ${rows(batches)}
        on conflict do nothing returning tenant_id, hash`);
      if (claimed.length === batches.length) return new Map();
      const ours = new Set(claimed.map(({ tenant_id, hash }) => nameOf({ tenantId: tenant_id, hash })));
      // Read after the insert, because another instance may have claimed a batch at the same moment.
      const known = await database.system.rows<{ tenant_id: string; hash: Buffer; age_ms: number }>(sql`
        select known.tenant_id, known.hash, (extract(epoch from app_now() - known.begun_at) * 1000)::float8 as age_ms
        from ${rows(batches)} join ingest_batches known using (tenant_id, hash)`);
      return new Map(
        known
          .map(({ tenant_id, hash, age_ms }) => [nameOf({ tenantId: tenant_id, hash }), age_ms] as const)
          .filter(([name]) => !ours.has(name)),
      );
    },
    renew: async (batches) => {
      await database.system.run(
        sql`update ingest_batches known set begun_at = app_now() from ${rows(batches)} where known.tenant_id = batch.tenant_id and known.hash = batch.hash`,
      );
    },
  };
}
