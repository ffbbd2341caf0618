import { type Database, sql } from "@opsplane/runtime";

/** A batch that can be recognised. */
export interface NamedBatch {
  tenantId: string;
  hash: Uint8Array;
}

/**
 * Who has begun to store which batch. A row is written before the batch is stored, so whoever gets the same batch again, this
 * instance or another, after a lost answer or a kill, knows that it must look before storing it.
 */
export interface Ledger {
  /** Claims batches; answers, for those that someone had claimed before, how many milliseconds ago that was. */
  claim(batches: readonly NamedBatch[]): Promise<Map<string, number>>;
  /** These are stored by us now, though others had begun it. */
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
      // Asked after the insert: what another instance claimed at the same moment was not there to be seen before.
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
