import type { Page, Report, ReportParameters, ReportRun, ReportSchedule, ReportType } from "@opsplane/contract";
import { all, containing, type Db, type PageRange, readChunks, readPage, sql } from "@opsplane/runtime";
import type { Definition } from "./rules.ts";
import type { Summary } from "./summary.ts";

/** The kind of its cron schedules. */
export const cronKind = "reports.due";

const runColumns = sql`
  run.id, run.report_id, run.status, run.format, run.trigger, run.slot, run.parameters, run.period_from, run.period_to, run.started_by,
  run.created_at, run.started_at, run.finished_at,
  (extract(epoch from run.finished_at - run.started_at) * 1000)::integer as duration_ms, run.size, run.error`;

const columns = sql`
  report.id, report.name, report.description, report.type, report.format, report.schedule, plan.cron, plan.timezone,
  plan.next_slot as next_run_at, report.data_sources, report.parameters, report.created_by, report.version, report.created_at,
  report.updated_at`;

const joined = sql`
  reports report
  left join cron_schedules plan on plan.tenant_id = report.tenant_id and plan.kind = ${cronKind} and plan.subject_id = report.id
    and report.schedule <> 'Off'`;

export interface ReportFilter {
  q?: string;
  type?: readonly ReportType[];
  schedule?: readonly ReportSchedule[];
}

export async function listReports(
  db: Db,
  { q, type, schedule, limit, offset }: ReportFilter & PageRange,
): Promise<Page<Report>> {
  const where = all([
    q !== undefined && sql`report.name ilike ${containing(q)}`,
    type !== undefined && sql`report.type = any (${type})`,
    schedule !== undefined && sql`report.schedule = any (${schedule})`,
  ]);
  const page = await readPage<Row>(db, {
    rows: sql`select ${columns} from ${joined} where ${where} order by lower(report.name), report.id limit ${limit} offset ${offset}`,
    from: sql`reports report where ${where}`,
    limit,
    offset,
  });
  return { ...page, items: await withLastRuns(db, page.items) };
}

type Row = Omit<Report, "last_run">;

export async function getReport(db: Db, id: string): Promise<Report | undefined> {
  const found = await db.first<Row>(sql`select ${columns} from ${joined} where report.id = ${id}`);
  return found && (await withLastRuns(db, [found]))[0];
}

export async function lockReport(db: Db, id: string): Promise<Report | undefined> {
  await db.run(sql`select from reports where id = ${id} for update`);
  return getReport(db, id);
}

async function withLastRuns(db: Db, reports: readonly Row[]): Promise<Report[]> {
  const runs = await db.rows<ReportRun>(sql`
    select ${runColumns} from unnest(${reports.map(({ id }) => id)}::uuid[]) as wanted(id)
    cross join lateral (
      select * from report_runs where report_runs.report_id = wanted.id order by report_runs.id desc limit 1) run`);
  const byReport = new Map(runs.map((run) => [run.report_id, run]));
  return reports.map((report) => ({ ...report, last_run: byReport.get(report.id) ?? null }));
}

export async function countReports(db: Db): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::integer as count from reports`))?.count ?? 0;
}

export type StoredDefinition = Definition & { id: string; schedule: ReportSchedule };

export async function insertReport(db: Db, wanted: StoredDefinition, createdBy: string): Promise<void> {
  const { id, name, description, type, format, schedule, data_sources, parameters } = wanted;
  await db.run(sql`
    insert into reports (id, name, description, type, format, schedule, data_sources, parameters, created_by)
    values (${id}, ${name}, ${description}, ${type}, ${format}, ${schedule}, ${data_sources}, ${JSON.stringify(parameters)}::jsonb,
            ${createdBy})`);
}

export async function updateReport(db: Db, next: StoredDefinition): Promise<void> {
  const { id, name, description, type, format, schedule, data_sources, parameters } = next;
  await db.run(sql`
    update reports set name = ${name}, description = ${description}, type = ${type}, format = ${format}, schedule = ${schedule},
      data_sources = ${data_sources}, parameters = ${JSON.stringify(parameters)}::jsonb, version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function deleteReport(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from reports where id = ${id}`);
}

export function listRuns(
  db: Db,
  { reportId, status, limit, offset }: { reportId: string; status?: string } & PageRange,
): Promise<Page<ReportRun>> {
  const where = all([sql`run.report_id = ${reportId}`, status !== undefined && sql`run.status = ${status}`]);
  return readPage<ReportRun>(db, {
    rows: sql`select ${runColumns} from report_runs run where ${where} order by run.id desc limit ${limit} offset ${offset}`,
    from: sql`report_runs run where ${where}`,
    limit,
    offset,
  });
}

export function getRun(
  db: Db,
  reportId: string,
  id: string,
): Promise<(ReportRun & { sha256: string | null }) | undefined> {
  return db.first(sql`
    select ${runColumns}, run.sha256 from report_runs run where run.report_id = ${reportId} and run.id = ${id}`);
}

export interface NewRun {
  id: string;
  reportId: string;
  format: string;
  trigger: "manual" | "schedule";
  slot: Date | null;
  parameters: ReportParameters;
  startedBy: string;
}

/** False when the slot has a run already. */
export async function insertRun(db: Db, run: NewRun): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into report_runs (id, report_id, status, format, trigger, slot, parameters, started_by)
    values (${run.id}, ${run.reportId}, 'queued', ${run.format}, ${run.trigger}, ${run.slot}, ${JSON.stringify(run.parameters)}::jsonb,
            ${run.startedBy})
    on conflict do nothing`);
  return inserted === 1;
}

/** Also begins again what a crash interrupted. False when it has ended. */
export async function beginRun(db: Db, id: string, period: { from: Date; to: Date }): Promise<boolean> {
  const begun = await db.run(sql`
    update report_runs set status = 'running', started_at = app_now(), period_from = ${period.from}, period_to = ${period.to}
    where id = ${id} and status in ('queued', 'running')`);
  return begun === 1;
}

export interface Succeeded {
  status: "succeeded";
  size: number;
  sha256: string;
  summary: Summary;
}

export type Ended = Succeeded | { status: "failed"; error: string };

/** False when it has ended already. */
export async function endRun(db: Db, id: string, ended: Ended): Promise<boolean> {
  const { status, size, sha256, summary, error } = { ...empty, ...ended };
  const changed = await db.run(sql`
    update report_runs set status = ${status}, finished_at = app_now(), size = ${size}, sha256 = ${sha256},
      summary = ${summary === null ? null : JSON.stringify(summary)}::jsonb, error = ${error}
    where id = ${id} and status in ('queued', 'running')`);
  return changed === 1;
}

/** Deletes the oldest outputs beyond what a tenant may keep. Their runs stay, and say so. */
export async function dropOldOutputs(
  db: Db,
  { keepBytes, newest }: { keepBytes: number; newest: string },
): Promise<void> {
  const dropped = await db.rows<{ id: string }>(sql`
    update report_runs set size = null, sha256 = null
    where id in (
      select id from (select id, sum(size) over (order by id desc) as total from report_runs where size is not null) as kept
      where total > ${keepBytes} and id <> ${newest}
    ) returning id`);
  if (dropped.length > 0)
    await db.run(sql`delete from report_chunks where run_id = any (${dropped.map(({ id }) => id)}::uuid[])`);
}

const empty = { size: null, sha256: null, summary: null, error: null };

export async function addChunk(
  db: Db,
  runId: string,
  { position, bytes }: { position: number; bytes: Buffer },
): Promise<void> {
  await db.run(sql`insert into report_chunks (run_id, position, bytes) values (${runId}, ${position}, ${bytes})`);
}

export async function clearChunks(db: Db, runId: string): Promise<void> {
  await db.run(sql`delete from report_chunks where run_id = ${runId}`);
}

export function chunkAt(
  db: Db,
  runId: string,
  position: number,
): Promise<{ position: number; bytes: Buffer } | undefined> {
  return db.first(sql`
    select position, bytes from report_chunks where run_id = ${runId} and position <= ${position} order by position desc limit 1`);
}

/** The whole output of a run, for a small one. */
export async function readOutput(db: Db, runId: string, size: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readChunks(0, size, (position) => chunkAt(db, runId, position))) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function organizationName(db: Db): Promise<string> {
  return (await db.first<{ name: string }>(sql`select name from tenants`))?.name ?? "";
}
