import { type operations, type Report, reportEvents } from "@opsplane/contract";
import {
  departureBy,
  difference,
  Failure,
  fail,
  type HandlersOf,
  lockCron,
  newId,
  openFairLimiter,
  personOrigin,
  planCron,
  readChunks,
  removeCron,
  type WriteContext,
} from "@opsplane/runtime";
import { signalOf } from "../telemetry/index.ts";
import { rendered } from "./compose.ts";
import * as rules from "./rules.ts";
import { contentOf, perform, type Runner } from "./run.ts";
import { shownSection } from "./shown-section.ts";
import * as store from "./store.ts";

const maxReports = 1000;
/** Reports that people wait for, on one instance. */
const runsAtOnce = 4;

export function reportHandlers(runner: Runner): HandlersOf<typeof operations.reports> {
  const { core } = runner;
  const atOnce = openFairLimiter({
    ...{ places: runsAtOnce, share: Math.ceil(runsAtOnce / 2), spare: 0 },
    ...{ maxWaiting: 10, patienceMs: 60_000 },
    busy: () =>
      new Failure("UNAVAILABLE", "Too many reports are being written; try again in a moment.", {
        retryAfterSeconds: 10,
      }),
  });

  /** The stored output of a run. */
  const download = async (tenantId: string, reportId: string, runId: string) => {
    const db = core.database.tenant(tenantId);
    const run = (await store.getRun(db, reportId, runId)) ?? fail("NOT_FOUND", `The report has no run ${runId}.`);
    if (run.size === null || run.sha256 === null)
      return fail("NOT_FOUND", run.error ?? "The output of this run is not kept any longer.");
    const { size, sha256 } = run;
    return {
      ...rules.outputFile(reportId, run.format),
      ...{ size, sha256, headers: { "x-report-run-id": runId } },
      read: (start: number, end: number) => readChunks(start, end, (position) => store.chunkAt(db, runId, position)),
    };
  };

  return {
    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) => store.listReports(db, { ...filter, limit, offset }),

    figures: async ({ query, principal, now, reply }) => {
      const data_sources = rules.sourcesOf([query.data_source], "data_source");
      const { from = "now-30d", to = "now", timezone = "UTC" } = query;
      const parameters = { range: "custom", from, to, timezone } as const;
      const period = rules.runPeriod(parameters, "Off", now);
      const report = { ...rules.newDefinition, id: "figures", data_sources };
      const run = { id: "figures", tenantId: principal.tenantId, startedBy: principal.label, now, parameters, report };
      const { sections } = await contentOf(runner, run, period, signalOf(reply));
      return shownSection(sections[0] ?? fail("ERROR", "The data source gave nothing."));
    },

    get: async ({ db, params }) => (await store.getReport(db, params.id)) ?? missing(params.id),

    create: async (context) => {
      const { db, body, actor, audit } = context;
      if ((await store.countReports(db)) >= maxReports)
        fail("CONFLICT", `A tenant can have ${maxReports} reports. Delete one that is no longer used.`);
      const definition = rules.defined(rules.newDefinition, body);
      const plan = rules.planOfName(body.schedule ?? "Off");
      const id = newId();
      rules.runPeriod(definition.parameters, plan.schedule, context.now);
      await store.insertReport(db, { id, ...definition, schedule: plan.schedule }, actor);
      const made = await planned(context, id, plan);
      audit({ target: target(made), after: made });
      return made;
    },

    update: async (context) => {
      const { db, params, body, audit, assertUnchanged } = context;
      await lockCron(db, store.cronKind, params.id);
      const before = (await store.lockReport(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const definition = rules.defined(before, body);
      const plan = body.schedule === undefined ? planOf(before) : rules.planOfName(body.schedule);
      rules.runPeriod(definition.parameters, plan.schedule, context.now);
      await store.updateReport(db, { id: before.id, ...definition, schedule: plan.schedule });
      const after = await planned(context, before.id, plan);
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },

    schedule: async (context) => {
      const { db, params, body, now, audit, assertUnchanged } = context;
      await lockCron(db, store.cronKind, params.id);
      const before = (await store.lockReport(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const plan = rules.planOf(body, now);
      await store.updateReport(db, { ...before, schedule: plan.schedule });
      const after = await planned(context, before.id, plan);
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },

    remove: async ({ db, params, audit, announce }) => {
      await lockCron(db, store.cronKind, params.id);
      const before = (await store.lockReport(db, params.id)) ?? missing(params.id);
      await removeCron(db, store.cronKind, before.id);
      await store.deleteReport(db, before.id);
      audit({ target: target(before), before });
      announce(reportEvents.updated, before.id, {});
      return undefined;
    },

    runs: async ({ db, params, query: { status, limit = 50, offset = 0 } }) => {
      if (!(await store.getReport(db, params.id))) missing(params.id);
      return store.listRuns(db, { reportId: params.id, ...(status ? { status } : {}), limit, offset });
    },

    run: async ({ db, params, body, principal, now, request, reply }) =>
      atOnce.take(principal.tenantId, departureBy(signalOf(reply)), async () => {
        const report = (await store.getReport(db, params.id)) ?? missing(params.id);
        const { tenantId, label: startedBy } = principal;
        const format = body.format === undefined ? report.format : rules.formatOf(body.format);
        const parameters = { ...report.parameters, ...body.parameters };
        rules.runPeriod(parameters, report.schedule, now);
        const [id, trigger] = [newId(), "manual"] as const;
        await store.insertRun(core.database.tenant(tenantId), {
          ...{ id, reportId: report.id, format, trigger, slot: null, parameters, startedBy },
        });
        const origin = personOrigin(request, principal);
        const run = { id, tenantId, report, format, trigger, parameters, startedBy, now, origin };
        await perform(runner, run, signalOf(reply));
        return download(tenantId, report.id, id);
      }),

    output: ({ params, principal }) => download(principal.tenantId, params.id, params.run_id),

    preview: async ({ body, principal, now, reply }) => {
      const definition = rules.defined(rules.newDefinition, body);
      const period = rules.runPeriod(definition.parameters, rules.planOfName(body.schedule ?? "Off").schedule, now);
      const content = await contentOf(
        runner,
        {
          ...{ id: "preview", tenantId: principal.tenantId, startedBy: principal.label, now },
          ...{ parameters: definition.parameters, report: { id: "preview", ...definition } },
        },
        period,
        signalOf(reply),
      );
      return { ...rules.outputFile("preview", "HTML"), chunks: rendered(content, "HTML") };
    },
  };
}

/** The plan that a report has already. */
function planOf({ schedule, cron, timezone }: Report): rules.Plan | typeof rules.off {
  return cron === null || schedule === "Off" ? rules.off : { schedule, cron, timezone: timezone ?? "UTC" };
}

async function planned(
  { db, now, announce }: WriteContext,
  id: string,
  plan: rules.Plan | typeof rules.off,
): Promise<Report> {
  if ("cron" in plan) {
    const { cron, timezone } = plan;
    await planCron(db, store.cronKind, id, { cron, timezone, enabled: true, leadSeconds: 0 }, now);
  } else await removeCron(db, store.cronKind, id);
  announce(reportEvents.updated, id, {});
  return (await store.getReport(db, id)) ?? missing(id);
}

function target({ id, name }: Pick<Report, "id" | "name">) {
  return { type: "report", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no report ${id}.`);
}
