import type { Attestation, ControlId, Page } from "@opsplane/contract";
import { all, type Db, type PageRange, readPage, sql } from "@opsplane/runtime";

const columns = sql`id, control, statement, valid_until, created_by, created_at`;

export function listAttestations(
  db: Db,
  { control, limit, offset }: { control?: ControlId } & PageRange,
): Promise<Page<Attestation>> {
  const where = all([control !== undefined && sql`control = ${control}`]);
  return readPage<Attestation>(db, {
    rows: sql`select ${columns} from attestations where ${where} order by id desc limit ${limit} offset ${offset}`,
    from: sql`attestations where ${where}`,
    limit,
    offset,
  });
}

export function insertAttestation(
  db: Db,
  { id, control, statement, validUntil }: { id: string; control: ControlId; statement: string; validUntil: Date },
  createdBy: string,
): Promise<Attestation | undefined> {
  return db.first(sql`
    insert into attestations (id, control, statement, valid_until, created_by)
    values (${id}, ${control}, ${statement}, ${validUntil}, ${createdBy}) returning ${columns}`);
}

/** The newest attestation of each control that existed at this time. */
export function newestAttestations(db: Db, at: Date): Promise<Attestation[]> {
  return db.rows(sql`
    select distinct on (control) ${columns} from attestations where created_at < ${at} order by control, id desc`);
}
