import type { operations } from "@opsplane/contract";
import { type Db, fail, type HandlersOf } from "@opsplane/runtime";
import {
  cancelRun,
  decideStep,
  findRun,
  lockNamedRun,
  type RunRow,
  type RunStreams,
  retryRun,
  type Settler,
} from "../runs/index.ts";
import { getWorkflowRun, listWorkflowRuns } from "./store/workflow-runs.ts";

type RunOperations = "runs" | "getRun" | "streamRun" | "decide" | "cancel" | "retry";

export function runHandlers(
  settler: Settler,
  streams: RunStreams,
): Pick<HandlersOf<typeof operations.workflows>, RunOperations> {
  return {
    runs: ({ db, query: { limit = 50, offset = 0, ...filter } }) => listWorkflowRuns(db, { ...filter, limit, offset }),

    getRun: async ({ db, params }) => (await getWorkflowRun(db, params.id)) ?? missing(params.id),

    streamRun: async (context) => {
      const { id } = await found(context.db, context.params.id);
      const read = (db: Db) => getWorkflowRun(db, id);
      await streams.follow(context, { id }, { permission: "automation:read", read, after: undefined });
      return undefined;
    },

    decide: async (context) => {
      const run = await found(context.db, context.params.id);
      await decideStep(settler, context, run, context.body);
      return (await getWorkflowRun(context.db, run.id)) ?? missing(run.id);
    },

    cancel: async (context) => {
      const { db, params, body, principal } = context;
      const run = await found(db, params.id);
      if (run.finished_at !== null) fail("INVALID_TRANSITION", `${run.reference} has ended already: it ${run.status}.`);
      await cancelRun(settler, context, run.id, principal.label, body.reason ?? "");
      return (await getWorkflowRun(db, run.id)) ?? missing(run.id);
    },

    retry: async (context) => {
      const { db, params, body } = context;
      const run = (await lockNamedRun(db, "workflow_run", params.id)) ?? missing(params.id);
      await retryRun(settler, context, run, body.reason ?? "");
      return (await getWorkflowRun(db, run.id)) ?? missing(run.id);
    },
  };
}

async function found(db: Db, idOrReference: string): Promise<RunRow> {
  return (await findRun(db, "workflow_run", idOrReference)) ?? missing(idOrReference);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no workflow run ${id}.`);
}
