import type { Incident, SimilarIncident } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import type { AlertRule, Candidate, KnownCause, Likeness, Subject } from "./rules.ts";

const maxWords = 60;
const maxItems = 10;
const maxRules = 5;
/** What so many incidents have is not rare; they are not counted further. */
const maxCounted = 500;

/** What is known of an incident, and how rare it is. Every part is one index, read up to a bound. */
export async function readSubject(db: Db, { id, source }: Pick<Incident, "id" | "source">): Promise<Subject> {
  const words = await db.rows<Subject["words"][number]>(sql`
    select own.word, (
      select count(*)::int from (select from incident_words other where other.word = own.word limit ${maxCounted}) counted
    ) as incidents
    from (select word from incident_words where incident_id = ${id} limit ${maxWords}) own`);
  const items = await db.rows<Subject["items"][number]>(sql`
    select own.ci_id as id, item.name, (
      select count(*)::int from (select from incident_items other where other.ci_id = own.ci_id limit ${maxCounted}) counted
    ) as incidents
    from (select tenant_id, ci_id from incident_items where incident_id = ${id} limit ${maxItems}) own
    join config_items item on item.tenant_id = own.tenant_id and item.id = own.ci_id`);
  const cause = await db.first<KnownCause>(sql`
    select key, name, kind, confirmed, to_json(evidence_kinds) as evidence_kinds from incident_causes where incident_id = ${id}`);
  const rules = await db.rows<AlertRule>(sql`
    select distinct coalesce(policy_id, integration_id) as id, name, group_key as "group"
    from (select policy_id, integration_id, name, group_key from alerts where incident_id = ${id} order by id limit 100) first
    limit ${maxRules}`);
  const newest = await db.first<{ number: number }>(
    sql`select number::int as number from incidents order by number desc limit 1`,
  );
  return { source, words, items, cause: cause ?? null, rules, total: newest?.number ?? 0 };
}

const maxTriedWords = 12;
/** The newest of each word, item, cause and rule. */
const maxOfEach = 60;

/** Resolved incidents that share something with this one. */
export async function readCandidates(db: Db, id: string, subject: Subject): Promise<Candidate[]> {
  const rarest = [...subject.words].sort((a, b) => a.incidents - b.incidents).slice(0, maxTriedWords);
  const words = rarest.map(({ word }) => word);
  const items = subject.items.map((item) => item.id);
  const policies = subject.rules.map((rule) => rule.id);
  return db.rows(sql`
    with chosen as (
      select found.incident_id as id from unnest(${words}::text[]) as wanted (word) cross join lateral (
        select incident_id from incident_words where incident_words.word = wanted.word order by incident_id desc limit ${maxOfEach}) found
      union
      select found.incident_id from unnest(${items}::uuid[]) as wanted (ci_id) cross join lateral (
        select incident_id from incident_items where incident_items.ci_id = wanted.ci_id order by incident_id desc limit ${maxOfEach}) found
      union
      select found.incident_id from unnest(${policies}::uuid[]) as wanted (policy_id) cross join lateral (
        select incident_id from alerts where alerts.policy_id = wanted.policy_id order by id desc limit ${maxOfEach}) found
      union
      select found.incident_id from (
        select incident_id from incident_causes where key = ${subject.cause?.key ?? ""} order by incident_id desc limit ${maxOfEach}) found
    )
    select incident.id, incident.created_at, incident.source, to_json(incident.ci_ids) as ci_ids,
      array_to_json(array(select word from incident_words where incident_words.incident_id = incident.id limit ${maxWords})) as words,
      (select json_build_object('key', key, 'name', name, 'kind', kind, 'confirmed', confirmed, 'evidence_kinds', evidence_kinds)
       from incident_causes cause where cause.incident_id = incident.id) as cause,
      coalesce((select json_agg(json_build_object('id', rule.id, 'name', rule.name, 'group', rule.group_key)) from (
        select coalesce(policy_id, integration_id) as id, name, group_key from alerts
        where alerts.incident_id = incident.id order by alerts.id limit ${maxRules}) rule), '[]') as rules
    from chosen join incidents incident on incident.id = chosen.id
    where incident.id <> ${id} and incident.status in ('resolved', 'closed')`);
}

/** The incidents that were found, with what solved them. */
export async function readSimilar(db: Db, found: readonly Likeness[]): Promise<SimilarIncident[]> {
  const rows = await db.rows<Omit<SimilarIncident, "score" | "reasons">>(sql`
    select incident.id, incident.reference, incident.title, incident.severity, incident.created_at,
           incident.resolved_at, left(incident.resolution_notes, 500) as resolution_notes,
           (select feedback.cause from rca_feedback feedback
            where feedback.tenant_id = incident.tenant_id and feedback.incident_id = incident.id and feedback.verdict = 'confirmed'
            order by feedback.updated_at desc limit 1) as cause,
           coalesce((
             select jsonb_agg(distinct jsonb_build_object('runbook_id', runbook.id, 'name', runbook.name))
             from runs run join runbooks runbook on runbook.tenant_id = run.tenant_id and runbook.id = run.subject_id
             where run.tenant_id = incident.tenant_id and run.incident_id = incident.id and run.kind = 'execution' and not run.dry_run
               and run.status = 'succeeded' and run.verified is not false), '[]') as runbooks
    from incidents incident where incident.id = any (${found.map(({ id }) => id)}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, score, reasons }) => {
    const row = byId.get(id);
    return row ? [{ ...row, score, reasons }] : [];
  });
}
