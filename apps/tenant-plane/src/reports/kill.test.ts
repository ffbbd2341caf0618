import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { adminOf, migratedDatabase, startProcess, stopAll } from "../../test/process.ts";
import { freePort, startSink } from "../../test/smtp-sink.ts";

afterEach(stopAll);
const patience = { timeout: 240_000, interval: 50 };

test("kill -9 while a report is written: the next start writes it once and mails it once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-report-"));
  const databaseUrl = await migratedDatabase();
  const port = await freePort();
  const sink = await startSink(port);
  const env = {
    DATA_DIR: folder,
    TENANT_PLANE_DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: "http://127.0.0.1:9",
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RETRY_MS: "100",
  };
  const first = await startProcess(env);
  const { api } = await adminOf(first);
  const { id } = await api.reports.create({
    body: { name: "Figures", type: "Custom", schedule: "Daily", data_sources: ["Incidents"] },
  });
  await api.reportSubscriptions.create({ params: { id }, body: { name: "List", recipients: ["ann@example.com"] } });

  // The report cannot store its output, so it is still being written when the server ends.
  const database = new pg.Client(databaseUrl);
  await database.connect();
  await database.query("begin");
  await database.query("lock table report_chunks in access exclusive mode");
  const other = new pg.Client(databaseUrl);
  await other.connect();
  await other.query(
    "update cron_schedules set due_at = now(), next_slot = date_trunc('hour', now()) - interval '1 day'",
  );
  const statuses = async () =>
    (await other.query<{ status: string }>("select status from report_runs")).rows.map(({ status }) => status);
  await expect.poll(statuses, patience).toEqual(["running"]);
  await first.stop("SIGKILL");
  await database.query("rollback");
  await database.end();

  const again = await startProcess(env);
  const { api: after } = await adminOf(again);
  await expect.poll(statuses, patience).toEqual(["succeeded"]);
  await expect.poll(() => sink.letters.length, patience).toBe(1);
  const { items } = await after.reports.runs({ params: { id } });
  expect(items).toMatchObject([{ status: "succeeded", trigger: "schedule" }]);
  const chunks = await other.query<{ size: string }>("select sum(length(bytes)) as size from report_chunks");
  expect(Number(chunks.rows[0]?.size)).toBe(items[0]?.size);
  await other.end();
  await stopAll();
  await sink.stop();
  await rm(folder, { recursive: true, force: true });
});
