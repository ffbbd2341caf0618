import type { Input, operations, Webhook } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { toastDone, toastError } from "../ui/toast.tsx";

export type WebhookFields = Input<typeof operations.webhooks.create>["body"];
/** A webhook that was just created has its secret. */
export type SavedWebhook = Webhook & { secret?: string };

/** Deliveries are not announced as events, so lists that show them are read again and again. */
const refreshMs = 5_000;
const deliveriesRefreshMs = 2_000;
const queryKey = ["webhooks"];

export function useWebhooks(q: string) {
  const api = useApi();
  return usePaged(
    ["webhooks", "list", q],
    (page, call) => api.webhooks.list({ query: { ...(q ? { q } : {}), ...page } }, call),
    true,
    refreshMs,
  );
}

export function useWebhook(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["webhooks", "one", id],
    queryFn: ({ signal }) => api.webhooks.get({ params: { id } }, { signal }),
  });
}

export function useDeliveries(id: string) {
  const api = useApi();
  return usePaged(
    ["webhooks", "deliveries", id],
    (page, call) => api.webhooks.deliveries({ params: { id }, query: page }, call),
    true,
    deliveriesRefreshMs,
  );
}

/** One delivery with its body. It is read again until it has ended. */
export function useDelivery(id: string, deliveryId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["webhooks", "delivery", id, deliveryId],
    queryFn: ({ signal }) => api.webhooks.delivery({ params: { id, delivery_id: deliveryId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "sending" ? 700 : false),
  });
}

function useStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}

/** Creates a webhook, or saves one on the version that was read. */
export function useSaveWebhook(id: string | undefined) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: WebhookFields; onVersion?: number }): Promise<SavedWebhook> =>
      id === undefined
        ? api.webhooks.create({ body: fields })
        : api.webhooks.update({ params: { id }, body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: () => toastDone("Webhook saved"),
    onSettled: useStale(),
  });
}

export function useRemoveWebhook() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.webhooks.remove({ params: { id } }),
    onSuccess: () => toastDone("Webhook deleted"),
    onError: (error) => toastError(error, "Couldn't delete webhook"),
    onSettled: useStale(),
  });
}

export function useRotateSecret() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.webhooks.rotateSecret({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't rotate secret"),
    onSettled: useStale(),
  });
}

export function useSendTest(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.webhooks.test({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't send test"),
    onSettled: useStale(),
  });
}

export function useRedeliver(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (delivery_id: string) => api.webhooks.redeliver({ params: { id, delivery_id } }),
    onSuccess: () => toastDone("Sent again"),
    onError: (error) => toastError(error, "Couldn't send again"),
    onSettled: useStale(),
  });
}
