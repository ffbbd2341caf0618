import type { Input, Page, RcaJudgment, RcaOutcome, RcaScorecard, response } from "@opsplane/contract";
import { all, any, type Db, inRange, readPage, type Sql, sql, type TimeRange } from "@opsplane/runtime";
import { rateOf } from "./rules.ts";

/** The rows that stand for an incident: its confirmed cause, or the last rejection when none is confirmed. */
const outcomeConditions: Record<RcaOutcome, Sql> = {
  first: sql`(said.verdict = 'confirmed' and said.place = 1)`,
  top3: sql`(said.verdict = 'confirmed' and said.place between 2 and 3)`,
  lower: sql`(said.verdict = 'confirmed' and said.place > 3)`,
  unnamed: sql`(said.verdict = 'confirmed' and said.place = 0)`,
  undecided: sql`(said.verdict = 'rejected' and not exists (
    select from rca_feedback other
    where other.tenant_id = said.tenant_id and other.incident_id = said.incident_id
      and (other.verdict = 'confirmed' or (other.decided_at, other.id) > (said.decided_at, said.id))))`,
};

const maxPeriods = 120;

const counts = sql`
  count(*) filter (where said.verdict = 'confirmed') as confirmed,
  count(*) filter (where ${outcomeConditions.first}) as top1,
  count(*) filter (where said.verdict = 'confirmed' and said.place between 1 and 3) as top3`;

type Counts = Pick<
  RcaScorecard,
  "confirmed" | "top1" | "top3" | "unnamed" | "undecided" | "rejected" | "mean_confidence"
>;

/** How the analyses had ranked the confirmed causes, in all and by week or month. */
export async function readScorecard(db: Db, range: TimeRange, by: RcaScorecard["by"]): Promise<RcaScorecard> {
  const within = all(inRange(sql`said.decided_at`, range));
  const total = await db.first<Counts>(sql`
    select ${counts}, count(*) filter (where ${outcomeConditions.unnamed}) as unnamed,
           count(*) filter (where ${outcomeConditions.undecided}) as undecided,
           count(*) filter (where said.verdict = 'rejected') as rejected,
           avg(said.confidence) filter (where said.verdict = 'confirmed') as mean_confidence
    from rca_feedback said where ${within}`);
  const periods = await db.rows<RcaScorecard["periods"][number]>(sql`
    select to_char(date_trunc(${by}, said.decided_at at time zone 'UTC'), 'YYYY-MM-DD') as start, ${counts}
    from rca_feedback said where said.verdict = 'confirmed' and ${within} group by 1 order by 1 desc limit ${maxPeriods}`);
  const none = { confirmed: 0, top1: 0, top3: 0, unnamed: 0, undecided: 0, rejected: 0, mean_confidence: null };
  const card = { ...none, ...total };
  return {
    ...card,
    top1_rate: rateOf(card.top1, card.confirmed),
    top3_rate: rateOf(card.top3, card.confirmed),
    by,
    periods: periods.reverse(),
  };
}

type JudgmentsQuery = Input<typeof response.judgments>["query"];

/** The incidents whose causes were judged, newest judgment first. */
export function listJudgments(
  db: Db,
  range: TimeRange,
  { outcome, limit = 50, offset = 0 }: Pick<JudgmentsQuery, "outcome" | "limit" | "offset">,
): Promise<Page<RcaJudgment>> {
  const wanted = Object.entries(outcomeConditions).filter(
    ([name]) => !outcome || outcome.some((each) => each === name),
  );
  const where = all([...inRange(sql`said.decided_at`, range), any(wanted.map(([, condition]) => condition))]);
  return readPage<RcaJudgment>(db, {
    rows: sql`
      select said.id, said.incident_id, incident.reference, incident.title, incident.severity, said.rca_id,
             case when said.verdict = 'rejected' then 'undecided' when said.place = 0 then 'unnamed' when said.place = 1 then 'first'
                  when said.place <= 3 then 'top3' else 'lower' end as outcome,
             case when said.verdict = 'confirmed' then said.place end as place,
             case when said.verdict = 'confirmed' then said.cause end as cause,
             said.ci_id, said.first_cause, said.confidence, said.comment, said.decided_by, said.decided_at
      from rca_feedback said join incidents incident on incident.tenant_id = said.tenant_id and incident.id = said.incident_id
      where ${where} order by said.decided_at desc, said.id desc limit ${limit} offset ${offset}`,
    from: sql`rca_feedback said where ${where}`,
    limit,
    offset,
  });
}
