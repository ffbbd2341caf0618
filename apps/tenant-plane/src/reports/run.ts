import { Readable } from "node:stream";
import {
  type Report,
  type ReportFormat,
  type ReportParameters,
  type ReportRun,
  reportEvents,
} from "@opsplane/contract";
import type { Period, ReportContent } from "@opsplane/reports";
import { type Db, departureBy, Failure, type Origin, storeChunks } from "@opsplane/runtime";
import type { Ai } from "../ai/index.ts";
import type { Core } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { compose, rendered } from "./compose.ts";
import { writtenBy } from "./narrator.ts";
import { runPeriod } from "./rules.ts";
import * as store from "./store.ts";
import { summaryOf } from "./summary.ts";

export interface Runner {
  core: Core;
  reads: OpenReads;
  ai: Ai;
}

export interface Run {
  id: string;
  tenantId: string;
  report: Report;
  format: ReportFormat;
  trigger: ReportRun["trigger"];
  parameters: ReportParameters;
  startedBy: string;
  /** The time that the report is about: the slot of a scheduled run. */
  now: Date;
  /** Of the audit record; the automation's unless given. */
  origin?: Origin;
}

/** Writes a report into its run. What was stored before a crash is written again. */
export async function perform(runner: Runner, run: Run, signal: AbortSignal): Promise<void> {
  const { core } = runner;
  const db = core.database.tenant(run.tenantId);
  const period = runPeriod(run.parameters, run.report.schedule, run.now);
  if (!(await store.beginRun(db, run.id, period))) return;
  try {
    await store.clearChunks(db, run.id);
    await end(core, run, { ...(await write(runner, run, period, signal)), status: "succeeded" });
    await store.dropOldOutputs(db, { keepBytes: core.config.reportStoredBytes, newest: run.id });
  } catch (error) {
    await store.clearChunks(db, run.id);
    await end(core, run, { status: "failed", error: reasonOf(error) });
    throw error;
  }
}

/** The end of a run, its audit record and its event are one write. */
async function end(core: Core, run: Run, ended: store.Ended): Promise<void> {
  const { id, tenantId, report, format, trigger, origin } = run;
  const work: Parameters<Core["asAutomation"]>[2] = async ({ db, audit, announce }) => {
    if (!(await store.endRun(db, id, ended))) return false;
    audit({
      target: { type: "report", id: report.id, name: report.name },
      after: { run_id: id, format, trigger, status: ended.status },
    });
    announce(reportEvents.ran, report.id, { run_id: id, trigger, status: ended.status });
    return undefined;
  };
  await core.asAutomation(tenantId, "reports.run", work, origin);
}

async function write(
  runner: Runner,
  run: Run,
  period: Period,
  signal: AbortSignal,
): Promise<Pick<store.Succeeded, "size" | "sha256" | "summary">> {
  const { core } = runner;
  const content = await narrated(runner, run, await contentOf(runner, run, period, signal), signal);
  const body = Readable.from(rendered(content, run.format), { objectMode: false });
  const db = core.database.tenant(run.tenantId);
  const stored = await storeChunks(body, core.config.reportBytes, (chunk) => store.addChunk(db, run.id, chunk));
  return { ...stored, summary: summaryOf(content) };
}

/** The management reads whole sentences, so only its report is worth the credits. */
async function narrated(
  { core, ai }: Runner,
  { tenantId, startedBy, report }: Run,
  content: ReportContent,
  signal: AbortSignal,
): Promise<ReportContent> {
  if (report.type !== "Executive Summary") return content;
  const entitlements = await core.entitlementsOf(tenantId);
  return writtenBy(ai, { tenantId, label: startedBy, permissions: new Set(), entitlements }, content, signal);
}

/** Everything that a run puts into its document, with the built-in summary. */
export async function contentOf(
  { core, reads }: Runner,
  run: Pick<Run, "id" | "tenantId" | "parameters" | "startedBy" | "now"> & { report: ComposedReport },
  period: Period,
  signal: AbortSignal,
): Promise<ReportContent> {
  const { tenantId, report, parameters, now } = run;
  const db: Db = core.database.tenant(tenantId, departureBy(signal));
  const entitlements = await core.entitlementsOf(tenantId);
  return compose(
    { db, tenantId, entitlements, reads: reads(tenantId, signal, "report"), now, signal },
    {
      ...{ definition: { ...report, parameters }, reportId: report.id, runId: run.id, period },
      ...{ organization: await store.organizationName(db), generatedBy: run.startedBy },
    },
  );
}

export type ComposedReport = Pick<Report, "id" | "name" | "description" | "type" | "format" | "data_sources">;

function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return "The report failed because of an internal error. The server's log has the details.";
}
