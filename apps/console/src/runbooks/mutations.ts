import type { Execution, Input, operations, Runbook } from "@opsplane/contract";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";

export type NewRunbook = Input<typeof operations.runbooks.create>["body"];
export type ExecuteInput = Input<typeof operations.executions.execute>["body"];
export type Decision = Input<typeof operations.executions.decide>["body"];

interface SaveRunbook {
  /** All fields of a new runbook, the changed ones of another. */
  fields: Partial<NewRunbook>;
  onVersion?: number;
}

export function useSaveRunbook(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SaveRunbook) => {
      if (id === undefined) return api.runbooks.create({ body: { name: "", ...fields } });
      const { status: _, library_key: __, ...body } = fields;
      return api.runbooks.update(
        { params: { id }, body },
        onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
      );
    },
    onSuccess: (saved) => {
      replaceRunbook(client, saved);
      toastDone(`${saved.name} saved`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void client.invalidateQueries({ queryKey: ["runbooks"] }),
  });
}

export function useCreateRunbook() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRunbook) => api.runbooks.create({ body }),
    onSuccess: (made) => replaceRunbook(client, made),
    onError: (error) => toastError(error, "Couldn't create the runbook"),
    onSettled: () => client.invalidateQueries({ queryKey: ["runbooks"] }),
  });
}

export function usePublishRunbook() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ runbook, comment }: { runbook: Runbook; comment: string }) =>
      api.runbooks.publish(
        { params: { id: runbook.id }, body: comment ? { comment } : {} },
        { headers: { "if-match": `"${runbook.version}"` } },
      ),
    onSuccess: (saved) => {
      replaceRunbook(client, saved);
      toastDone(`${saved.name} published as version ${saved.published_version}`);
    },
    onError: (error) => toastError(error, "Couldn't publish the runbook"),
    onSettled: () => client.invalidateQueries({ queryKey: ["runbooks"] }),
  });
}

export function useArchiveRunbook() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.runbooks.archive({ params: { id } }),
    onSuccess: (saved) => {
      replaceRunbook(client, saved);
      toastDone(`${saved.name} archived`);
    },
    onError: (error) => toastError(error, "Couldn't archive the runbook"),
    onSettled: () => client.invalidateQueries({ queryKey: ["runbooks"] }),
  });
}

export function useRemoveRunbook() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.runbooks.remove({ params: { id } }),
    onSuccess: () => toastDone("Runbook deleted"),
    onError: (error) => toastError(error, "Couldn't delete the runbook"),
    onSettled: () => client.invalidateQueries({ queryKey: ["runbooks", "page"] }),
  });
}

/** Starts an execution or a dry run. The caller shows the refusal. */
export function useExecute() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ runbookId, body, key }: { runbookId: string; body: ExecuteInput; key: string }) =>
      api.executions.execute({ params: { id: runbookId }, body }, { headers: { "idempotency-key": key } }),
    onSuccess: (started) => {
      replaceExecution(client, started);
      return client.invalidateQueries({ queryKey: ["executions", "recent"] });
    },
  });
}

/** Approves, rejects or completes a step that waits for a person. */
export function useDecideStep(execution: Execution) {
  const api = useApi();
  return useExecutionMove(
    (body: Decision) => api.executions.decide({ params: { id: execution.id }, body }),
    "Not decided",
  );
}

export function useCancelExecution(execution: Execution) {
  const api = useApi();
  return useExecutionMove(
    (reason: string) => api.executions.cancel({ params: { id: execution.id }, body: reason ? { reason } : {} }),
    "Couldn't cancel the execution",
  );
}

export function useRetryExecution(execution: Execution) {
  const api = useApi();
  return useExecutionMove(
    (reason: string) => api.executions.retry({ params: { id: execution.id }, body: reason ? { reason } : {} }),
    "Couldn't retry the execution",
  );
}

function useExecutionMove<Input>(move: (input: Input) => Promise<Execution>, problem: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: move,
    onSuccess: (saved) => replaceExecution(client, saved),
    onError: (error) => toastError(error, problem),
    onSettled: () =>
      Promise.all(["executions", "approvals"].map((root) => client.invalidateQueries({ queryKey: [root] }))),
  });
}

/** Pages ask for an execution by reference, other parts by id. */
export function replaceExecution(client: QueryClient, execution: Execution) {
  for (const name of [execution.id, execution.reference])
    client.setQueryData(["executions", "one", name], (old: Execution | undefined) =>
      old && old.version > execution.version ? old : execution,
    );
}

function replaceRunbook(client: QueryClient, saved: Runbook) {
  client.setQueryData(["runbooks", "one", saved.id], saved);
}
