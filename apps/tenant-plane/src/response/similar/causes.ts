import type { Rca, RcaCause } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import type { KnownCause } from "./rules.ts";

/** Notes the cause of an incident: the one that a person confirmed, or the likely one of the newest analysis. */
export async function noteCause(db: Db, incidentId: string): Promise<void> {
  const cause = await causeOf(db, incidentId);
  if (cause === undefined) {
    await db.run(sql`delete from incident_causes where incident_id = ${incidentId}`);
    return;
  }
  const { key, name, kind, confirmed, evidence_kinds } = cause;
  await db.run(sql`
    insert into incident_causes (incident_id, key, name, kind, confirmed, evidence_kinds)
    values (${incidentId}, ${key}, ${name}, ${kind}, ${confirmed}, ${evidence_kinds}::text[])
    on conflict (tenant_id, incident_id) do update
      set key = excluded.key, name = excluded.name, kind = excluded.kind, confirmed = excluded.confirmed, evidence_kinds = excluded.evidence_kinds`);
}

/** Below this the first cause of an analysis is only possible. */
const likely = 0.5;

async function causeOf(db: Db, incidentId: string): Promise<KnownCause | undefined> {
  const said = await db.first<{ place: number; cause: string; ci_id: string | null; causes: Rca["causes"] | null }>(sql`
    select feedback.place, feedback.cause, feedback.ci_id, (select causes from rca_results result where result.id = feedback.rca_id) as causes
    from rca_feedback feedback where feedback.incident_id = ${incidentId} and feedback.verdict = 'confirmed'
    order by feedback.updated_at desc limit 1`);
  if (said) {
    const named = said.place === 0 ? undefined : said.causes?.[said.place - 1];
    return known(db, named ?? { title: said.cause, ci_id: said.ci_id }, true);
  }
  const newest = await db.first<Pick<Rca, "causes" | "confidence">>(sql`
    select causes, confidence from rca_results where incident_id = ${incidentId} order by created_at desc, id desc limit 1`);
  const first = newest?.causes[0];
  return first && newest.confidence >= likely ? known(db, first, false) : undefined;
}

type CauseInput = Pick<RcaCause, "title" | "ci_id"> & Partial<RcaCause>;

async function known(db: Db, cause: CauseInput, confirmed: boolean): Promise<KnownCause> {
  const { ci_id, service, title, kind = null, evidence = [] } = cause;
  const item = await db.first<{ name: string }>(sql`select name from config_items where id = ${ci_id}`);
  const name = item?.name ?? service ?? title;
  const kinds = [...new Set(evidence.map((each) => each.kind))];
  return { key: name.toLowerCase().slice(0, 300), name: name.slice(0, 300), kind, confirmed, evidence_kinds: kinds };
}
