import type { RcaCause, RunbookGeneration } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

export interface LatestAnalysis {
  summary: string;
  causes: RcaCause[];
}

export function latestAnalysis(db: Db, incidentId: string): Promise<LatestAnalysis | undefined> {
  return db.first(sql`
    select summary, causes from rca_results where incident_id = ${incidentId} order by created_at desc, id desc limit 1`);
}

export interface AffectedItem {
  id: string;
  name: string;
  class: string;
  tags: string[];
  attributes: Record<string, unknown>;
}

const maxItems = 50;

export function affectedItems(db: Db, ids: readonly string[]): Promise<AffectedItem[]> {
  return db.rows(sql`
    select id, name, class, tags, attributes from config_items where id = any (${ids}::uuid[]) order by id limit ${maxItems}`);
}

export interface AlertFact {
  id: string;
  name: string;
  summary: string;
  labels: Record<string, string>;
}

const maxAlerts = 20;

export function alertsOf(db: Db, incidentId: string): Promise<AlertFact[]> {
  return db.rows(sql`
    select id, name, summary, labels from alerts where incident_id = ${incidentId} order by id desc limit ${maxAlerts}`);
}

export async function insertGeneration(
  db: Db,
  runbookId: string,
  incidentId: string | null,
  generation: RunbookGeneration,
): Promise<void> {
  await db.run(sql`
    insert into runbook_generations (runbook_id, incident_id, generation)
    values (${runbookId}, ${incidentId}, ${JSON.stringify(generation)})`);
}

interface StoredGeneration {
  runbook_id: string;
  incident_id: string | null;
  generated_at: string | null;
  generation: RunbookGeneration | null;
}

/** Undefined when the runbook does not exist. */
export function readGeneration(db: Db, runbookId: string): Promise<StoredGeneration | undefined> {
  return db.first(sql`
    select runbook.id as runbook_id, made.incident_id, made.created_at as generated_at, made.generation
    from runbooks runbook
    left join runbook_generations made on made.tenant_id = runbook.tenant_id and made.runbook_id = runbook.id
    where runbook.id = ${runbookId}`);
}
