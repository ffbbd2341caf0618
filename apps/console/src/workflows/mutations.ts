import type { Input, operations, RunStep, WorkflowRun } from "@opsplane/contract";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, useApi } from "../api/api.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";
import { runQuery, workflowKeys } from "./queries.ts";

type WorkflowFields = Input<typeof operations.workflows.create>["body"];

interface SaveWorkflow {
  /** All fields of a new workflow, the changed ones of another. */
  fields: Partial<WorkflowFields>;
  onVersion?: number;
}

export function useSaveWorkflow(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SaveWorkflow) =>
      id === undefined
        ? api.workflows.create({ body: { name: "", steps: [], ...fields } })
        : api.workflows.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData(workflowKeys.one(saved.id), saved);
      toastDone(`${saved.name} saved as version ${saved.version}`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void client.invalidateQueries({ queryKey: workflowKeys.all }),
  });
}

export function useEnableWorkflow() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.workflows.update({ params: { id }, body: { enabled } }),
    onSuccess: ({ name, enabled }) => toastDone(`${name} is ${enabled ? "enabled" : "disabled"}.`),
    onError: (error) => toastError(error, "Couldn't save the workflow"),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKeys.all }),
  });
}

export function useRemoveWorkflow() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.workflows.remove({ params: { id } }),
    onSuccess: () => toastDone("Workflow deleted"),
    onError: (error) => toastError(error, "Couldn't delete the workflow"),
    onSettled: () => client.invalidateQueries({ queryKey: [...workflowKeys.all, "page"] }),
  });
}

export function useNewHookSecret(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.workflows.newSecret({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't make a secret"),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKeys.one(id) }),
  });
}

interface StartRun {
  input: Record<string, unknown>;
  incident: string;
  key: string;
}

export function useStartRun(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, incident, key }: StartRun) =>
      api.workflows.run(
        { params: { id }, body: { input, ...(incident ? { incident_id: incident } : {}) } },
        { headers: { "idempotency-key": key } },
      ),
    onSuccess: (run) => keepRun(client, api, run),
  });
}

const decided = { approved: "Approved", rejected: "Rejected" } as const;

export function useDecideStep(run: WorkflowRun, step: RunStep) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ decision, comment }: { decision: keyof typeof decided; comment: string }) =>
      api.workflows.decide({
        params: { id: run.id },
        body: { decision, step: step.id, ...(comment.trim() ? { comment: comment.trim() } : {}) },
      }),
    onSuccess: (saved, { decision }) => {
      keepRun(client, api, saved);
      toastDone(`${decided[decision]}: ${step.title}.`);
    },
    onError: (error) => toastError(error, "Not decided"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["approvals"] }),
        client.invalidateQueries({ queryKey: workflowKeys.run(run.reference) }),
      ]),
  });
}

export function useCancelRun(run: WorkflowRun) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api.workflows.cancel({ params: { id: run.id }, body: reason ? { reason } : {} }),
    onSuccess: (saved) => {
      keepRun(client, api, saved);
      toastDone(`${saved.reference} is cancelled.`);
    },
    onError: (error) => toastError(error, "Couldn't cancel the run"),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKeys.runs }),
  });
}

export function useRetryRun(run: WorkflowRun) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.workflows.retry({ params: { id: run.id }, body: {} }),
    onSuccess: (saved) => {
      keepRun(client, api, saved);
      toastDone(`${saved.reference} continues.`);
    },
    onError: (error) => toastError(error, "Couldn't retry the run"),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKeys.runs }),
  });
}

function keepRun(client: QueryClient, api: Api, run: WorkflowRun) {
  client.setQueryData(runQuery(api, run.reference).queryKey, run);
}
