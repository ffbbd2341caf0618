import type { Input, operations, RecurringChange } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type RecurringFields = Input<typeof operations.recurringChanges.create>["body"];

const queryKey = ["recurring-changes"];

export function useRecurringChanges(q: string) {
  const api = useApi();
  return usePaged([...queryKey, "list", q], (page, call) =>
    api.recurringChanges.list({ query: { ...(q ? { q } : {}), ...page } }, call),
  );
}

export function useRecurringChange(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "one", id],
    queryFn: ({ signal }) => api.recurringChanges.get({ params: { id } }, { signal }),
  });
}

/** The next times of an expression; an error names what is wrong with it. */
export function useNextTimes(cron: string, timezone: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "preview", cron, timezone],
    queryFn: ({ signal }) => api.recurringChanges.preview({ query: { cron, timezone } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: cron !== "",
    retry: false,
  });
}

/** Creates one, or saves one on the version that was read. */
export function useSaveRecurring(recurring: RecurringChange | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, key }: { fields: RecurringFields; key: string }) =>
      recurring
        ? api.recurringChanges.update(
            { params: { id: recurring.id }, body: fields },
            { headers: { "if-match": `"${recurring.version}"` } },
          )
        : api.recurringChanges.create({ body: fields }, { headers: { "idempotency-key": key } }),
    onSuccess: ({ title }) => toastDone(`${title} is saved.`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useEnableRecurring() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.recurringChanges.update({ params: { id }, body: { enabled } }),
    onSuccess: ({ title, enabled }) => toastDone(enabled ? `${title} is active again.` : `${title} is paused.`),
    onError: (error) => toastError(error, "Couldn't save the recurring change"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useRemoveRecurring() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.recurringChanges.remove({ params: { id } }),
    onSuccess: () => toastDone("The recurring change is deleted."),
    onError: (error) => toastError(error, "Couldn't delete the recurring change"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
