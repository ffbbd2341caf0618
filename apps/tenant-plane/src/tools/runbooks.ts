import { Type } from "typebox";
import { cut, inputs, limit, maybeName, name, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { tool } from "./tool.ts";

const shared = { access: "runbooks:read", module: "runbooks" } as const;
const runStatuses = ["running", "waiting", "succeeded", "failed", "cancelled"] as const;

export const runbookTools = {
  findRunbooks: tool({
    ...shared,
    name: "find_runbooks",
    description: "Counts and lists runbooks by words, service or status, with how often they succeeded.",
    input: inputs({
      text: maybeName("Words in name, description or tags"),
      service: maybeName("A service that the runbook is for"),
      status: several(words(["draft", "published", "archived"])),
      limit: limit(20),
    }),
    read: async ({ reads, cite }, { text, service, status, limit: most = 10 }) => {
      const query = {
        limit: most,
        ...(text ? { q: text } : {}),
        ...(service ? { service } : {}),
        ...(status ? { status } : {}),
      };
      const { items, total } = await reads.runbooks.list({ query });
      return {
        count: total,
        runbooks: items.map(({ id, name: runbook, description, status: now, stats }) => ({
          ...{
            name: cut(runbook),
            description: cut(description),
            status: now,
            executions: stats.executions,
            succeeded: stats.succeeded,
          },
          citation: cite("runbook", runbook, pages.runbook(id)),
        })),
        citation: cite("runbooks", "Runbooks", pages.runbooks({ q: text })),
      };
    },
  }),
  suggestRunbooks: tool({
    ...shared,
    name: "suggest_runbooks",
    description: "Runbooks that fit an incident, best first, with the reasons.",
    input: inputs({ reference: name("Reference or id of the incident") }),
    read: async ({ reads, cite }, { reference }) => {
      const incident = await reads.incidents.get({ params: { id: reference.toUpperCase() } });
      const found = await reads.response.suggestions({ params: { id: incident.id } });
      cite("incident", `${incident.reference} ${incident.title}`, pages.incident(incident.reference));
      return {
        reference: incident.reference,
        runbooks: found.slice(0, 5).map(({ runbook_id, name: runbook, reasons, executions, succeeded }) => ({
          ...{ name: cut(runbook), reasons: reasons.slice(0, 3), executions, succeeded },
          citation: cite("runbook", runbook, pages.runbook(runbook_id)),
        })),
      };
    },
  }),
  listExecutions: tool({
    ...shared,
    name: "list_executions",
    description: "Counts and lists executions of runbooks by status, newest first.",
    input: inputs({
      status: several(words(runStatuses)),
      text: maybeName("Words in the runbook's name"),
      limit: limit(20),
    }),
    read: async ({ reads, cite }, { status, text, limit: most = 10 }) => {
      const query = { limit: most, ...(status ? { status } : {}), ...(text ? { q: text } : {}) };
      const { items, total } = await reads.executions.list({ query });
      cite("executions", "Executions", pages.executions());
      return {
        count: total,
        executions: items.map(({ reference, runbook_name, status: now, started_by, created_at, dry_run }) => ({
          ...{ reference, runbook: cut(runbook_name), status: now, started_by, created_at, dry_run },
          citation: cite("execution", `${reference} ${runbook_name}`, pages.execution(reference)),
        })),
      };
    },
  }),
  listWorkflowRuns: tool({
    access: "automation:read",
    module: "automation",
    name: "list_workflow_runs",
    description: "Counts and lists runs of workflows by status, newest first.",
    input: inputs({
      status: several(words(runStatuses)),
      text: maybeName("Words in the workflow's name"),
      limit: limit(20),
    }),
    read: async ({ reads, cite }, { status, text, limit: most = 10 }) => {
      const query = { limit: most, ...(status ? { status } : {}), ...(text ? { q: text } : {}) };
      const { items, total } = await reads.workflows.runs({ query });
      cite("workflow runs", "Workflow runs", pages.workflowRuns());
      return {
        count: total,
        runs: items.map(({ reference, workflow_name, status: now, trigger, created_at }) => ({
          ...{ reference, workflow: cut(workflow_name), status: now, trigger, created_at },
          citation: cite("workflow run", `${reference} ${workflow_name}`, pages.workflowRun(reference)),
        })),
      };
    },
  }),
  listWorkflows: tool({
    access: "automation:read",
    module: "automation",
    name: "list_workflows",
    description: "Counts and lists automation workflows with their triggers and latest run.",
    input: inputs({ text: maybeName("Words in the name"), enabled: Type.Optional(Type.Boolean()), limit: limit(20) }),
    read: async ({ reads, cite }, { text, enabled, limit: most = 10 }) => {
      const query = { limit: most, ...(text ? { q: text } : {}), ...(enabled === undefined ? {} : { enabled }) };
      const { items, total } = await reads.workflows.list({ query });
      return {
        count: total,
        workflows: items.map(({ id, name: workflow, enabled: isEnabled, triggers, last_run }) => ({
          ...{ name: cut(workflow), enabled: isEnabled, triggers: triggers.map(({ type }) => type) },
          last_status: last_run?.status ?? null,
          citation: cite("workflow", workflow, pages.workflow(id)),
        })),
      };
    },
  }),
};
