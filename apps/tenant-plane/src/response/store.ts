import type { IncidentAnalysis, Rca } from "@opsplane/contract";
import { type Db, newId, sql } from "@opsplane/runtime";
import type { Conclusion } from "./analysis/rules.ts";
import { feedbackOf } from "./feedback/store.ts";

/** The parts of the response, each with its own job. */
export type Part = "analysis" | "suggestions";

/** Notes that the jobs of an incident were started. */
export async function startParts(db: Db, incidentId: string, parts: readonly Part[]): Promise<void> {
  await db.run(sql`
    insert into response_jobs (incident_id, part) select ${incidentId}, part from unnest(${parts}::text[]) as part
    on conflict do nothing`);
}

/** False when the part has ended already, so that a repeated job writes nothing. */
export async function endPart(db: Db, incidentId: string, part: Part, error: string | null): Promise<boolean> {
  const changed = await db.run(sql`
    update response_jobs set status = ${error === null ? "finished" : "failed"}, error = ${error}, updated_at = app_now()
    where incident_id = ${incidentId} and part = ${part} and status = 'running'`);
  return changed === 1;
}

export async function readAnalysis(db: Db, incidentId: string): Promise<IncidentAnalysis> {
  const job = await db.first<Pick<IncidentAnalysis, "status" | "error">>(
    sql`select status, error from response_jobs where incident_id = ${incidentId} and part = 'analysis'`,
  );
  const rca = await db.first<Rca>(sql`
    select ${columns} from rca_results where incident_id = ${incidentId} order by created_at desc, id desc limit 1`);
  const feedback = rca ? await feedbackOf(db, rca.id) : [];
  return { status: job?.status ?? "none", error: job?.error ?? null, rca: rca ?? null, feedback };
}

export function readResult(db: Db, id: string): Promise<Rca | undefined> {
  return db.first<Rca>(sql`select ${columns} from rca_results where id = ${id}`);
}

const columns = sql`
  id, incident_id, engine, summary, confidence, causes, timeline, checked, started_at, spread, created_at, created_at as updated_at`;

const maxResults = 10;

/** Stores a result and deletes the oldest ones of its incident. */
export async function insertResult(
  db: Db,
  incidentId: string,
  { engine, summary, confidence, causes, timeline, checked, started_at, spread }: Conclusion,
  by: string,
): Promise<Rca | undefined> {
  const rca = await db.first<Rca>(sql`
    insert into rca_results (id, incident_id, engine, summary, confidence, causes, timeline, checked, started_at, spread, created_by)
    values (${newId()}, ${incidentId}, ${engine}, ${summary}, ${confidence}, ${JSON.stringify(causes)}, ${JSON.stringify(timeline)},
      ${JSON.stringify(checked)}, ${started_at}, ${JSON.stringify(spread)}, ${by})
    returning ${columns}`);
  await db.run(sql`
    delete from rca_results where incident_id = ${incidentId} and id in (
      select id from rca_results where incident_id = ${incidentId} order by created_at desc, id desc offset ${maxResults})`);
  return rca;
}
