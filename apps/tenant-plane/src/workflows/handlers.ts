import { lintWorkflow } from "@opsplane/automation";
import { type operations, type Workflow, workflowEvents } from "@opsplane/contract";
import {
  difference,
  fail,
  type HandlersOf,
  newId,
  newSigningSecret,
  planCron,
  removeCron,
  type WriteContext,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { namedIncident } from "../records/references.ts";
import type { RunStreams, Settler } from "../runs/index.ts";
import { targetOf } from "../runs/index.ts";
import { assertReferences, assertSound, contentOf, emptyContent, storedContent } from "./content.ts";
import { receiveHook } from "./hook.ts";
import { runHandlers } from "./run-handlers.ts";
import { checkedInput, startWorkflow } from "./start.ts";
import { getWorkflowRun } from "./store/workflow-runs.ts";
import * as store from "./store/workflows.ts";

const maxWorkflows = 500;

export function workflowHandlers(
  core: Core,
  settler: Settler,
  streams: RunStreams,
): HandlersOf<typeof operations.workflows> {
  return {
    ...runHandlers(settler, streams),

    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) =>
      store.listWorkflows(db, { ...filter, limit, offset }),

    get: async ({ db, params }) => shown((await store.getWorkflow(db, params.id)) ?? missing(params.id)),

    create: async (context) => {
      const { db, body, actor, now, audit } = context;
      if ((await store.countWorkflows(db)) >= maxWorkflows)
        fail("CONFLICT", `A tenant can have ${maxWorkflows} workflows. Delete one that is no longer used.`);
      const content = contentOf(emptyContent, body);
      assertSound(content, now);
      await assertReferences(db, content);
      const id = newId();
      await store.insertWorkflow(db, id, content, actor);
      const made = await planned(context, id);
      audit({ target: target(made), after: made });
      return made;
    },

    update: async (context) => {
      const { db, params, body, actor, now, audit, assertUnchanged } = context;
      const before = (await store.lockWorkflow(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const content = contentOf(storedContent(before), body);
      assertSound(content, now);
      await assertReferences(db, content);
      await store.updateWorkflow(db, before.id, content, actor);
      const after = await planned(context, before.id);
      audit({ target: target(after), ...difference(storedContent(before), content) });
      return after;
    },

    remove: async ({ db, params, audit, announce }) => {
      const before = (await store.lockWorkflow(db, params.id)) ?? missing(params.id);
      if (await store.hasRuns(db, before.id))
        fail("CONFLICT", `'${before.name}' has run and cannot be deleted; disable it instead.`);
      await store.deleteWorkflow(db, before.id);
      await removeCron(db, store.cronKind, before.id);
      audit({ target: target(before), before });
      announce(workflowEvents.updated, before.id, { name: before.name });
      return undefined;
    },

    versions: async ({ db, params, query }) => {
      const { id } = (await store.getWorkflow(db, params.id)) ?? missing(params.id);
      return store.listVersions(db, id, query);
    },

    newSecret: async ({ db, params, audit, announce }) => {
      const workflow = (await store.lockWorkflow(db, params.id)) ?? missing(params.id);
      const secret = newSigningSecret();
      await store.setSecret(db, workflow.id, core.secrets.seal(secret));
      audit({ target: target(workflow), after: { webhook_secret: "replaced" } });
      announce(workflowEvents.updated, workflow.id, { name: workflow.name });
      return { secret, url: hookPath(workflow.id) };
    },

    run: async (context) => {
      const { db, params, body, principal, audit } = context;
      const workflow = (await store.startableWorkflow(db, params.id)) ?? missing(params.id);
      const run = await startWorkflow(settler, context, workflow, {
        trigger: "manual",
        input: checkedInput(workflow, body.input ?? {}),
        incidentId: (await namedIncident(db, body.incident_id ?? null))?.id ?? null,
        startedBy: { label: principal.label, userId: principal.userId },
      });
      audit({ target: targetOf(run), after: { workflow: workflow.name, trigger: "manual", input: run.parameters } });
      return (await getWorkflowRun(db, run.id)) ?? missing(run.id);
    },

    hook: (context) => receiveHook(core, settler, context),
  };
}

/** Sets when the workflow runs next, and announces the change. */
async function planned({ db, now, announce }: WriteContext, id: string): Promise<Workflow> {
  const { triggers, enabled, name } = (await store.getWorkflow(db, id)) ?? missing(id);
  const schedule = triggers.find(({ type }) => type === "schedule");
  if (schedule) {
    const plan = { cron: schedule.cron ?? "", timezone: schedule.timezone || "UTC", leadSeconds: 0, enabled };
    await planCron(db, store.cronKind, id, plan, now);
  } else await removeCron(db, store.cronKind, id);
  announce(workflowEvents.updated, id, { name });
  return shown((await store.getWorkflow(db, id)) ?? missing(id));
}

function shown({ has_secret, ...workflow }: store.StoredWorkflow): Workflow {
  const takesHooks = has_secret && workflow.triggers.some(({ type }) => type === "webhook");
  const warnings = lintWorkflow(storedContent({ has_secret, ...workflow }));
  return { ...workflow, warnings, webhook_url: takesHooks ? hookPath(workflow.id) : null };
}

const hookPath = (id: string) => `/api/workflows/hooks/${id}`;

function target({ id, name }: { id: string; name: string }) {
  return { type: "workflow", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no workflow ${id}.`);
}
