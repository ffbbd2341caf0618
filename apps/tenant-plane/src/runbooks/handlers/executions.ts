import { mask } from "@opsplane/automation";
import type { operations } from "@opsplane/contract";
import { type Db, fail, type HandlersOf, type WriteContext } from "@opsplane/runtime";
import {
  cancelRun,
  decideStep,
  findRun,
  lockNamedRun,
  type RunRow,
  type RunStreams,
  readOutput,
  retryRun,
  targetOf,
} from "../../runs/index.ts";
import { type Executing, startExecution } from "../execute.ts";
import { getExecution, listExecutions } from "../store/executions.ts";

export function executionHandlers(executing: Executing, streams: RunStreams): HandlersOf<typeof operations.executions> {
  const { settler } = executing;
  return {
    execute: async (context) => {
      const { db, params, body, principal, audit } = context;
      const run = await startExecution(executing, context, {
        runbookId: params.id,
        incidentId: body.incident_id ?? null,
        dryRun: body.dry_run ?? false,
        parameters: body.parameters ?? {},
        ...(body.targets ? { targets: body.targets } : {}),
        startedBy: { label: principal.label, userId: principal.userId },
      });
      audit({ target: targetOf(run), after: startedAs(run) });
      return (await getExecution(db, run.id)) ?? missing(run.id);
    },

    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) => listExecutions(db, { ...filter, limit, offset }),

    get: async ({ db, params }) => (await getExecution(db, params.id)) ?? missing(params.id),

    output: async ({ db, params, query: { step, after, limit = 200 } }) => {
      const { id } = await found(db, params.id);
      const items = await readOutput(db, id, { after: numberOf(after), step, limit });
      return { items, next: items.length < limit ? null : String(items.at(-1)?.seq ?? 0) };
    },

    stream: async (context) => {
      const { params, query, request } = context;
      const { id } = await found(context.db, params.id);
      const header = request.headers["last-event-id"];
      const after = numberOf(typeof header === "string" && header !== "" ? header : query.last_event_id);
      await streams.follow(context, { id }, { permission: "runbooks:read", read: (db) => getExecution(db, id), after });
      return undefined;
    },

    decide: async (context) => {
      const run = await found(context.db, context.params.id);
      await decideStep(settler, context, run, context.body);
      return (await getExecution(context.db, run.id)) ?? missing(run.id);
    },

    cancel: async (context) => {
      const { db, params, body, principal } = context;
      const run = await found(db, params.id);
      if (run.finished_at !== null) fail("INVALID_TRANSITION", `${run.reference} has ended already: it ${run.status}.`);
      await cancelRun(settler, context, run.id, principal.label, body.reason ?? "");
      return (await getExecution(db, run.id)) ?? missing(run.id);
    },

    retry: async (context) => {
      const run = await locked(context, context.params.id);
      if (run.dry_run) fail("CONFLICT", `${run.reference} is a dry run. Start a new one.`);
      if (Object.values(run.parameters).includes(mask))
        fail("CONFLICT", `The secret values of ${run.reference} are no longer kept. Start a new execution.`);
      await retryRun(settler, context, run, context.body.reason ?? "");
      return (await getExecution(context.db, run.id)) ?? missing(run.id);
    },
  };
}

function startedAs({ subject_name, subject_version, dry_run, parameters, targets, incident_id }: RunRow) {
  return { runbook: subject_name, version: subject_version, dry_run, parameters, targets, incident_id };
}

function numberOf(written: string | undefined): number {
  return written !== undefined && /^\d{1,15}$/.test(written) ? Number(written) : 0;
}

async function found(db: Db, idOrReference: string): Promise<RunRow> {
  return (await findRun(db, "execution", idOrReference)) ?? missing(idOrReference);
}

async function locked({ db }: WriteContext, idOrReference: string): Promise<RunRow> {
  return (await lockNamedRun(db, "execution", idOrReference)) ?? missing(idOrReference);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no execution ${id}.`);
}
