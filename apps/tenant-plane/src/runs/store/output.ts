import type { OutputChunk } from "@opsplane/contract";
import { all, type Db, sql } from "@opsplane/runtime";

export interface NewChunk {
  step: string;
  target: string;
  stream: OutputChunk["stream"];
  text: string;
}

/** Appends chunks in their order, and counts their bytes. */
export async function appendOutput(db: Db, runId: string, chunks: readonly NewChunk[]): Promise<void> {
  const bytes = chunks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  await db.run(sql`
    with run as (
      update runs set output_bytes = output_bytes + ${bytes} where id = ${runId} returning id
    ), last as (
      select coalesce(max(seq), 0) as seq from run_output where run_id = ${runId}
    )
    insert into run_output (run_id, seq, step_id, target, stream, text)
    select run.id, last.seq + chunk.place, chunk.step, chunk.target, chunk.stream, chunk.text
    from run, last, rows from (
      jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb) as (step text, target text, stream text, text text)
    ) with ordinality as chunk(step, target, stream, text, place)`);
}

export async function markTruncated(db: Db, runId: string): Promise<void> {
  await db.run(sql`update runs set output_truncated = true where id = ${runId}`);
}

/** Chunks after a number, oldest first. */
export function readOutput(
  db: Db,
  runId: string,
  { after, step, limit }: { after: number; step?: string | undefined; limit: number },
): Promise<OutputChunk[]> {
  const where = all([sql`run_id = ${runId}`, sql`seq > ${after}`, step !== undefined && sql`step_id = ${step}`]);
  return db.rows(sql`
    select seq, step_id as step, target, stream, text, created_at from run_output where ${where} order by seq limit ${limit}`);
}
