import type { ChannelDelivery, Input, NotificationChannel, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type NewChannel = Input<typeof operations.channels.create>["body"];
/** A webhook that was just created has its secret. */
export type SavedChannel = NotificationChannel & { secret?: string | null };

/** Deliveries are not announced as events, so what shows them is read again and again. */
const refreshMs = 5_000;
const deliveriesRefreshMs = 2_000;
const testRefreshMs = 700;
export const channelsKey = ["channels"];

export function useMyChannels() {
  const api = useApi();
  return usePaged(
    [...channelsKey, "mine"],
    (page, call) => api.channels.list({ query: { user_id: "me", ...page } }, call),
    true,
    refreshMs,
  );
}

export function useSharedChannels() {
  const api = useApi();
  return usePaged(
    [...channelsKey, "shared"],
    (page, call) => api.channels.list({ query: { user_id: "none", ...page } }, call),
    true,
    refreshMs,
  );
}

export function useChannel(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...channelsKey, "one", id],
    queryFn: ({ signal }) => api.channels.get({ params: { id } }, { signal }),
  });
}

export function useDeliveries(id: string) {
  const api = useApi();
  return usePaged(
    [...channelsKey, "deliveries", id],
    (page, call) => api.channels.deliveries({ params: { id }, query: page }, call),
    true,
    deliveriesRefreshMs,
  );
}

/** A test message, read again until it was sent. */
export function useTestResult(channelId: string, delivery: ChannelDelivery) {
  const api = useApi();
  return useQuery({
    queryKey: [...channelsKey, "test", channelId, delivery.id],
    queryFn: async ({ signal }) => {
      const { items } = await api.channels.deliveries({ params: { id: channelId }, query: { limit: 20 } }, { signal });
      return items.find(({ id }) => id === delivery.id) ?? delivery;
    },
    refetchInterval: ({ state }) => (isUnderway(state.data ?? delivery) ? testRefreshMs : false),
  });
}

function isUnderway({ status }: Pick<ChannelDelivery, "status">): boolean {
  return status === "pending" || status === "sending";
}

function useStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: channelsKey });
}

/** Creates a channel, or saves one on the version that was read. */
export function useSaveChannel(id: string | undefined) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: NewChannel; onVersion?: number }): Promise<SavedChannel> => {
      if (id === undefined) return api.channels.create({ body: fields });
      const { type: _, user_id: __, ...body } = fields;
      return api.channels.update({ params: { id }, body }, { headers: { "if-match": `"${onVersion}"` } });
    },
    onSuccess: () => toastDone("Channel saved"),
    onSettled: useStale(),
  });
}

/** Gives channels their place in the list, those that have another one alone. */
export function useOrderChannels() {
  const api = useApi();
  return useMutation({
    mutationFn: async (channels: readonly NotificationChannel[]) => {
      for (const [index, { id, position }] of channels.entries())
        if (position !== index + 1) await api.channels.update({ params: { id }, body: { position: index + 1 } });
    },
    onError: (error) => toastError(error, "Couldn't change the order"),
    onSettled: useStale(),
  });
}

export function useRemoveChannel() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.channels.remove({ params: { id } }),
    onSuccess: () => toastDone("Channel deleted"),
    onError: (error) => toastError(error, "Couldn't delete the channel"),
    onSettled: useStale(),
  });
}

export function useSendTest(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.channels.test({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't send the test"),
    onSettled: useStale(),
  });
}

export function useRedeliver(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (delivery_id: string) => api.channels.redeliver({ params: { id, delivery_id } }),
    onSuccess: () => toastDone("Sent again"),
    onError: (error) => toastError(error, "Couldn't send again"),
    onSettled: useStale(),
  });
}
