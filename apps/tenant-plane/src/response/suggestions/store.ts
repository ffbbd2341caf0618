import type { Incident } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import type { AffectedItem, RunbookCandidate } from "./rules.ts";

export function affectedItems(db: Db, ids: readonly string[]): Promise<AffectedItem[]> {
  return db.rows(sql`select id, name, class, tags from config_items where id = any (${ids}::uuid[])`);
}

const maxRunbooks = 500;
const maxRuns = 2_000;

/**
 * The published runbooks, and how their executions for incidents of the same source or items ended. Of more than 500 runbooks, those
 * with such executions come first, then those made for the class or service.
 */
export function candidates(
  db: Db,
  { id, source }: Pick<Incident, "id" | "source">,
  items: readonly AffectedItem[],
): Promise<RunbookCandidate[]> {
  const ids = items.map((item) => item.id);
  return db.rows(sql`
    with newest as (
      select tenant_id, subject_id, incident_id, status = 'succeeded' and verified is not false as solved from runs
      where kind = 'execution' and not dry_run and status in ('succeeded', 'failed') order by runs.id desc limit ${maxRuns}
    ), past as (
      select newest.subject_id, count(*) as executions, count(*) filter (where newest.solved) as succeeded
      from newest join incidents other on other.tenant_id = newest.tenant_id and other.id = newest.incident_id
      where other.id <> ${id} and (
        ${source} <> '' and other.source = ${source}
        or exists (
          select from incident_items named
          where named.tenant_id = other.tenant_id and named.incident_id = other.id and named.ci_id = any (${ids}::uuid[])))
      group by newest.subject_id
    )
    select runbook.id, runbook.name, runbook.description, runbook.tags, runbook.ci_classes, runbook.services,
           coalesce(past.executions, 0) as executions, coalesce(past.succeeded, 0) as succeeded
    from runbooks runbook left join past on past.subject_id = runbook.id
    where runbook.status = 'published'
    order by past.subject_id is null,
      not (runbook.ci_classes && ${items.map((item) => item.class)}::text[] or runbook.services && ${items.map((item) => item.name)}::text[]),
      lower(runbook.name), runbook.id
    limit ${maxRunbooks}`);
}
