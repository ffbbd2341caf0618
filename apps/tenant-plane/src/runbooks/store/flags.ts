import type { RunbookFlag } from "@opsplane/contract";
import { type Db, type Sql, sql } from "@opsplane/runtime";

export const maxCounted = 1_000;

/** The stored secrets of a runbook, and the sum of the versions of their values. */
export async function secretsIn(db: Db, id: string): Promise<{ ids: string[]; versions: number }> {
  const found = await db.first<{ ids: string[]; versions: number }>(sql`
    select coalesce(array_agg(secrets.id), '{}') as ids, coalesce(sum(value_version), 0)::float8 as versions
    from runbook_secrets join secrets on secrets.id = secret_id where runbook_id = ${id}`);
  return found ?? { ids: [], versions: 0 };
}

export async function saveFlags(
  db: Db,
  id: string,
  { flags, rules, secrets }: { flags: readonly RunbookFlag[]; rules: number; secrets: number },
): Promise<void> {
  await db.run(sql`
    update runbooks set flags = ${JSON.stringify(flags)}, flags_rules = ${rules}, flags_secrets = ${secrets} where id = ${id}`);
}

/** Published runbooks that older rules looked at, and those with a secret that was replaced since. */
export function runbooksToCheck(rules: number, may: (id: Sql) => Sql): Sql {
  return sql`
    select tenant_id as "tenantId", id, updated_at as due_at from runbooks
    where status = 'published' and flags_rules < ${rules} and ${may(sql`id`)}
    union all
    select tenant_id, id, updated_at from runbooks
    join (
      select runbook_secrets.tenant_id, runbook_id, sum(value_version) as versions
      from runbook_secrets join secrets on secrets.tenant_id = runbook_secrets.tenant_id and secrets.id = secret_id
      group by runbook_secrets.tenant_id, runbook_id) used using (tenant_id)
    where used.runbook_id = id and status = 'published' and flags_rules >= ${rules} and versions <> flags_secrets and ${may(sql`id`)}`;
}

export async function countFlagged(system: Db): Promise<number> {
  const found = await system.first<{ count: number }>(sql`
    select count(*)::int as count from (
      select from runbooks where flags <> '[]' and status = 'published' limit ${maxCounted}) flagged`);
  return found?.count ?? 0;
}
