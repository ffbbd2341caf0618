import { type Incident, type Input, type OnCallPage, type operations, unansweredKinds } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type PageFields = Input<typeof operations.oncall.page>["body"];

const queryKey = ["oncall"];
export const mineKey = [...queryKey, "mine"];
/** Who is on call changes without an event. */
const nowMs = 30_000;
/** Deliveries are not announced as events, so pages that send are read again and again. */
const sendingMs = 2_000;

export function useOnCallNow(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "now"],
    queryFn: ({ signal }) => api.oncall.now({ query: {} }, { signal }),
    refetchInterval: nowMs,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Your shifts of the next 30 days and your open pages. */
export function useMine() {
  const api = useApi();
  return useQuery({
    queryKey: mineKey,
    queryFn: ({ signal }) => api.oncall.mine({}, { signal }),
    refetchInterval: ({ state }) => (isSending(state.data?.pages) ? sendingMs : nowMs),
  });
}

export function useOpenPages() {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "pages", "open"],
    queryFn: ({ signal }) => api.oncall.pages({ query: { status: ["active"], limit: 50 } }, { signal }),
    refetchInterval: ({ state }) => (isSending(state.data?.items) ? sendingMs : false),
  });
}

/** Pages that reached nobody or that no one acknowledged, newest first. */
export function useUnansweredPages(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "pages", "unanswered"],
    queryFn: ({ signal }) => api.oncall.pages({ query: { unanswered: [...unansweredKinds], limit: 20 } }, { signal }),
    refetchInterval: nowMs,
    enabled,
  });
}

/** The pages of an incident, newest first. */
export function usePagesOf(incidentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "pages", "incident", incidentId],
    queryFn: ({ signal }) => api.oncall.pages({ query: { incident_id: incidentId, limit: 20 } }, { signal }),
    refetchInterval: ({ state }) => (isSending(state.data?.items) ? sendingMs : false),
  });
}

function isSending(pages: readonly OnCallPage[] | undefined): boolean {
  return (
    pages?.some(({ notifications }) =>
      notifications.some(({ status }) => status === "pending" || status === "sending"),
    ) ?? false
  );
}

/** A page and its incident change together. */
function useStale() {
  const client = useQueryClient();
  return () => Promise.all([queryKey, ["incidents"]].map((each) => client.invalidateQueries({ queryKey: each })));
}

export function useAcknowledgePage() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ id }: Pick<OnCallPage, "id">) => api.oncall.acknowledge({ params: { id } }),
    onSuccess: ({ incident }) => toastDone(`${incident?.reference ?? "The incident"} acknowledged`),
    onError: (error) => toastError(error, "Couldn't acknowledge"),
    onSettled: useStale(),
  });
}

export function useStopPage() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ id }: Pick<OnCallPage, "id">) => api.oncall.stop({ params: { id } }),
    onSuccess: () => toastDone("Paging stopped"),
    onError: (error) => toastError(error, "Couldn't stop paging"),
    onSettled: useStale(),
  });
}

/** Pages someone; the incident's open page is replaced. The caller shows the refusal. */
export function usePageSomeone(incident: Pick<Incident, "id">) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ fields, key }: { fields: Omit<PageFields, "incident_id">; key: string }) =>
      api.oncall.page({ body: { ...fields, incident_id: incident.id } }, { headers: { "idempotency-key": key } }),
    onSuccess: ({ name }) => toastDone(`Paging ${name}`),
    onSettled: useStale(),
  });
}
