import type { ApprovalInstance, Input, operations, StepOutcome } from "@opsplane/contract";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";
import { approvalQuery } from "./queries.ts";
import { lateWords } from "./step-words.ts";

export type DefinitionFields = Input<typeof operations.definitions.create>["body"];

interface Decision {
  decision: StepOutcome;
  comment: string;
}

const done: Record<StepOutcome, string> = { approved: "Approved", rejected: "Rejected", skipped: "Step skipped" };

/** Decides the step on screen. If someone else was faster, it says who and shows the current state. */
export function useDecide(instance: ApprovalInstance, onLate: (words: string) => void) {
  const api = useApi();
  const client = useQueryClient();
  const step = instance.current_step;
  return useMutation({
    mutationFn: ({ decision, comment }: Decision) =>
      api.instances.decide({
        params: { id: instance.id },
        body: { decision, ...(comment.trim() ? { comment } : {}), ...(step === null ? {} : { step }) },
      }),
    onSuccess: (saved, { decision }) => {
      client.setQueryData(approvalQuery(api, saved.id).queryKey, saved);
      toastDone(`${done[decision]}: ${saved.subject_reference}.`);
    },
    onError: async (error) => {
      if (error.code !== "CONFLICT") return toastError(error, "Not decided");
      const now = await client.fetchQuery({ ...approvalQuery(api, instance.id), staleTime: 0 });
      onLate(lateWords(now, step));
    },
    onSettled: () => refresh(client),
  });
}

function refresh(client: QueryClient) {
  return Promise.all(
    ["approvals", "changes", "requests", "executions"].map((root) => client.invalidateQueries({ queryKey: [root] })),
  );
}

interface SaveDefinition {
  /** All fields of a new chain, the changed ones of another. */
  fields: Partial<DefinitionFields>;
  onVersion?: number;
}

export function useSaveDefinition(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SaveDefinition) =>
      id === undefined
        ? api.definitions.create({ body: { name: "", steps: [], ...fields } })
        : api.definitions.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData(["definitions", "one", saved.id], saved);
      toastDone(`Chain ${saved.name} saved as version ${saved.version}`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void client.invalidateQueries({ queryKey: ["definitions"] }),
  });
}

export function useRemoveDefinition() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.definitions.remove({ params: { id } }),
    onSuccess: () => toastDone("Chain deleted"),
    onError: (error) => toastError(error, "Couldn't delete the chain"),
    onSettled: () => client.invalidateQueries({ queryKey: ["definitions", "list"] }),
  });
}
