import type { RcaFeedback } from "@opsplane/contract";
import { type Db, newId, sql } from "@opsplane/runtime";

const columns = sql`
  id, incident_id, rca_id, place, verdict, cause, ci_id, comment, decided_by, decided_at, created_at, updated_at`;

export interface FeedbackInput
  extends Pick<RcaFeedback, "incident_id" | "rca_id" | "place" | "verdict" | "cause" | "ci_id" | "comment"> {
  first_cause: string | null;
  confidence: number;
}

/** Stores what was said about one cause. An incident has one confirmed cause: the latest. */
export async function saveFeedback(db: Db, input: FeedbackInput, by: string): Promise<RcaFeedback | undefined> {
  const { incident_id, rca_id, place, verdict, cause, ci_id, first_cause, confidence, comment } = input;
  if (verdict === "confirmed")
    await db.run(sql`
      delete from rca_feedback
      where incident_id = ${incident_id} and verdict = 'confirmed' and not (rca_id = ${rca_id} and place = ${place})`);
  return db.first<RcaFeedback>(sql`
    insert into rca_feedback (id, incident_id, rca_id, place, verdict, cause, ci_id, first_cause, confidence, comment, decided_by)
    values (${newId()}, ${incident_id}, ${rca_id}, ${place}, ${verdict}, ${cause}, ${ci_id}, ${first_cause}, ${confidence}, ${comment}, ${by})
    on conflict (tenant_id, rca_id, place) do update
      set verdict = excluded.verdict, cause = excluded.cause, ci_id = excluded.ci_id, comment = excluded.comment,
          decided_by = excluded.decided_by, updated_at = app_now(),
          decided_at = case when rca_feedback.verdict = excluded.verdict then rca_feedback.decided_at else app_now() end
    returning ${columns}`);
}

export function feedbackOf(db: Db, rcaId: string): Promise<RcaFeedback[]> {
  return db.rows(sql`select ${columns} from rca_feedback where rca_id = ${rcaId} order by place`);
}

export function deleteFeedback(db: Db, id: string): Promise<RcaFeedback | undefined> {
  return db.first(sql`delete from rca_feedback where id = ${id} returning ${columns}`);
}

export async function itemName(db: Db, id: string): Promise<string | undefined> {
  return (await db.first<{ name: string }>(sql`select name from config_items where id = ${id}`))?.name;
}
