import type { RcaFeedback, RcaScorecard } from "@opsplane/contract";
import { type Db, newId, sql } from "@opsplane/runtime";
import type { TimeRange } from "../../records/time-range.ts";

const columns = sql`id, incident_id, rca_id, place, verdict, cause, comment, decided_by, created_at, updated_at`;

export interface FeedbackInput
  extends Pick<RcaFeedback, "incident_id" | "rca_id" | "place" | "verdict" | "cause" | "comment"> {
  confidence: number;
}

/** Stores what was said about one cause. An incident has one confirmed cause: the latest. */
export async function saveFeedback(db: Db, input: FeedbackInput, by: string): Promise<RcaFeedback | undefined> {
  const { incident_id, rca_id, place, verdict, cause, confidence, comment } = input;
  if (verdict === "confirmed")
    await db.run(sql`
      delete from rca_feedback
      where incident_id = ${incident_id} and verdict = 'confirmed' and not (rca_id = ${rca_id} and place = ${place})`);
  return db.first<RcaFeedback>(sql`
    insert into rca_feedback (id, incident_id, rca_id, place, verdict, cause, confidence, comment, decided_by)
    values (${newId()}, ${incident_id}, ${rca_id}, ${place}, ${verdict}, ${cause}, ${confidence}, ${comment}, ${by})
    on conflict (tenant_id, rca_id, place) do update
      set verdict = excluded.verdict, cause = excluded.cause, comment = excluded.comment, decided_by = excluded.decided_by,
          updated_at = app_now()
    returning ${columns}`);
}

export function feedbackOf(db: Db, rcaId: string): Promise<RcaFeedback[]> {
  return db.rows(sql`select ${columns} from rca_feedback where rca_id = ${rcaId} order by place`);
}

const maxWeeks = 104;

/** Confirmed causes by week, and how the analyses had ranked them. */
export async function readScorecard(db: Db, { from, to }: TimeRange): Promise<RcaScorecard> {
  const range = sql`updated_at >= ${from ?? new Date(0)} and updated_at < ${to ?? new Date("2200-01-01")}`;
  const counts = sql`
    count(*) filter (where verdict = 'confirmed') as confirmed, count(*) filter (where verdict = 'confirmed' and place = 1) as top1,
    count(*) filter (where verdict = 'confirmed' and place between 1 and 3) as top3`;
  const weeks = await db.rows<RcaScorecard["weeks"][number]>(sql`
    select to_char(date_trunc('week', updated_at at time zone 'UTC'), 'YYYY-MM-DD') as week, ${counts}
    from rca_feedback where verdict = 'confirmed' and ${range} group by 1 order by 1 desc limit ${maxWeeks}`);
  const total = await db.first<Omit<RcaScorecard, "weeks">>(sql`
    select ${counts}, count(*) filter (where verdict = 'rejected') as rejected,
           avg(confidence) filter (where verdict = 'confirmed') as mean_confidence
    from rca_feedback where ${range}`);
  const none = { confirmed: 0, top1: 0, top3: 0, rejected: 0, mean_confidence: null };
  return { ...none, ...total, weeks: weeks.reverse() };
}
