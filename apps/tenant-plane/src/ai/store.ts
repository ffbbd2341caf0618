import type { AiCall, AiSettings, Page } from "@opsplane/contract";
import { all, type Db, newId, readPage, sql } from "@opsplane/runtime";

/** The settings as they are stored. The key is sealed. */
export interface StoredSettings extends AiSettings {
  api_key: Buffer | null;
}

const columns = sql`
  enabled, provider, base_url, model, api_key_hint, api_key, timeout_seconds, max_tokens_per_run, max_steps_per_run,
  monthly_credit_budget, version, updated_by, updated_at`;

export function readSettings(db: Db): Promise<StoredSettings | undefined> {
  return db.first(sql`select ${columns} from ai_settings`);
}

export function lockSettings(db: Db): Promise<StoredSettings | undefined> {
  return db.first(sql`select ${columns} from ai_settings for update`);
}

export type NewSettings = Omit<StoredSettings, "version" | "updated_by" | "updated_at">;

export function saveSettings(db: Db, settings: NewSettings, by: string): Promise<StoredSettings | undefined> {
  const { enabled, provider, base_url, model, api_key, api_key_hint } = settings;
  const { timeout_seconds, max_tokens_per_run, max_steps_per_run, monthly_credit_budget } = settings;
  return db.first(sql`
    insert into ai_settings as known (enabled, provider, base_url, model, api_key, api_key_hint, timeout_seconds, max_tokens_per_run,
      max_steps_per_run, monthly_credit_budget, updated_by)
    values (${enabled}, ${provider}, ${base_url}, ${model}, ${api_key}, ${api_key_hint}, ${timeout_seconds}, ${max_tokens_per_run},
      ${max_steps_per_run}, ${monthly_credit_budget}, ${by})
    on conflict (tenant_id) do update set enabled = excluded.enabled, provider = excluded.provider, base_url = excluded.base_url,
      model = excluded.model, api_key = excluded.api_key, api_key_hint = excluded.api_key_hint,
      timeout_seconds = excluded.timeout_seconds, max_tokens_per_run = excluded.max_tokens_per_run,
      max_steps_per_run = excluded.max_steps_per_run, monthly_credit_budget = excluded.monthly_credit_budget,
      updated_by = excluded.updated_by, version = known.version + 1, updated_at = app_now()
    returning ${columns}`);
}

export type NewCall = Omit<AiCall, "id" | "created_at">;

const maxReason = 500;

export async function insertCall(db: Db, call: NewCall): Promise<void> {
  await db.run(sql`
    insert into ai_calls (id, actor, purpose, engine, model, input_tokens, output_tokens, credits, duration_ms, outcome, reason, trace_id)
    values (${newId()}, ${call.actor}, ${call.purpose}, ${call.engine}, ${call.model}, ${call.input_tokens}, ${call.output_tokens},
      ${call.credits}, ${call.duration_ms}, ${call.outcome}, ${call.reason?.slice(0, maxReason) ?? null}, ${call.trace_id})`);
}

export function listCalls(
  db: Db,
  filter: { purpose?: string; outcome?: string; limit: number; offset: number },
): Promise<Page<AiCall>> {
  const { purpose, outcome, limit, offset } = filter;
  const where = all([
    purpose !== undefined && sql`purpose = ${purpose}`,
    outcome !== undefined && sql`outcome = ${outcome}`,
  ]);
  return readPage(db, {
    rows: sql`
      select id, created_at, actor, purpose, engine, model, input_tokens, output_tokens, credits, duration_ms, outcome, reason, trace_id
      from ai_calls where ${where} order by id desc limit ${limit} offset ${offset}`,
    from: sql`ai_calls where ${where}`,
    limit,
    offset,
  });
}

/** Deletes calls of all tenants that are older than 90 days; returns how many. */
export function deleteOldCalls(db: Db, max: number): Promise<number> {
  return db.run(sql`
    delete from ai_calls where (tenant_id, id) in (
      select tenant_id, id from ai_calls where created_at < app_now() - interval '90 days' order by created_at limit ${max})`);
}
