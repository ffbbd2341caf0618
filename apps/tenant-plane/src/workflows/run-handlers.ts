import type { operations } from "@opsplane/contract";
import type { Db, HandlersOf } from "@opsplane/runtime";
import { type RunStreams, runActions, type Settler } from "../runs/index.ts";
import { getWorkflowRun, listWorkflowRuns } from "./store/workflow-runs.ts";

type RunOperations = "runs" | "getRun" | "streamRun" | "decide" | "cancel" | "retry";

export function runHandlers(
  settler: Settler,
  streams: RunStreams,
): Pick<HandlersOf<typeof operations.workflows>, RunOperations> {
  const actions = runActions(settler, { kind: "workflow_run", noun: "workflow run", read: getWorkflowRun });
  return {
    runs: ({ db, query: { limit = 50, offset = 0, ...filter } }) => listWorkflowRuns(db, { ...filter, limit, offset }),

    getRun: ({ db, params }) => actions.shown(db, params.id),

    streamRun: async (context) => {
      const { id } = await actions.found(context.db, context.params.id);
      const read = (db: Db) => getWorkflowRun(db, id);
      await streams.follow(context, { id }, { permission: "automation:read", read, after: undefined });
      return undefined;
    },

    decide: (context) => actions.decide(context),
    cancel: (context) => actions.cancel(context),
    retry: (context) => actions.retry(context),
  };
}
