import { mask } from "@opsplane/automation";
import type { operations } from "@opsplane/contract";
import { fail, type HandlersOf } from "@opsplane/runtime";
import { type RunRow, type RunStreams, readOutput, runActions, targetOf } from "../../runs/index.ts";
import { type Executing, startExecution } from "../execute.ts";
import { getExecution, listExecutions } from "../store/executions.ts";

export function executionHandlers(executing: Executing, streams: RunStreams): HandlersOf<typeof operations.executions> {
  const actions = runActions(executing.settler, { kind: "execution", noun: "execution", read: getExecution });
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
      return actions.shown(db, run.id);
    },

    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) => listExecutions(db, { ...filter, limit, offset }),

    get: ({ db, params }) => actions.shown(db, params.id),

    output: async ({ db, params, query: { step, after, limit = 200 } }) => {
      const { id } = await actions.found(db, params.id);
      const items = await readOutput(db, id, { after: numberOf(after), step, limit });
      return { items, next: items.length < limit ? null : String(items.at(-1)?.seq ?? 0) };
    },

    stream: async (context) => {
      const { params, query, request } = context;
      const { id } = await actions.found(context.db, params.id);
      const header = request.headers["last-event-id"];
      const after = numberOf(typeof header === "string" && header !== "" ? header : query.last_event_id);
      await streams.follow(context, { id }, { permission: "runbooks:read", read: (db) => getExecution(db, id), after });
      return undefined;
    },

    decide: (context) => actions.decide(context),
    cancel: (context) => actions.cancel(context),
    retry: (context) => actions.retry(context, assertRepeatable),
  };
}

function assertRepeatable({ dry_run, reference, parameters }: RunRow): void {
  if (dry_run) fail("CONFLICT", `${reference} is a dry run. Start a new one.`);
  if (Object.values(parameters).includes(mask))
    fail("CONFLICT", `The secret values of ${reference} are no longer kept. Start a new execution.`);
}

function startedAs({ subject_name, subject_version, dry_run, parameters, targets, incident_id }: RunRow) {
  return { runbook: subject_name, version: subject_version, dry_run, parameters, targets, incident_id };
}

function numberOf(written: string | undefined): number {
  return written !== undefined && /^\d{1,15}$/.test(written) ? Number(written) : 0;
}
