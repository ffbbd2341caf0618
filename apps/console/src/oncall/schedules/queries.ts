import type { Input, OnCallSchedule, operations } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { saveAs } from "../../ui/attachments/save-as.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type ScheduleFields = Input<typeof operations.oncallSchedules.create>["body"];
export type LayerFields = NonNullable<ScheduleFields["layers"]>[number];
export type OverrideFields = Input<typeof operations.oncallSchedules.override>["body"];

const queryKey = ["oncall"];
/** Who is on call changes without an event. */
const refreshMs = 30_000;

export function useSchedules(q: string) {
  const api = useApi();
  return usePaged(
    [...queryKey, "schedules", q],
    (page, call) => api.oncallSchedules.list({ query: { ...(q ? { q } : {}), ...page } }, call),
    true,
    refreshMs,
  );
}

export function useSchedule(id: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "schedule", id],
    queryFn: ({ signal }) => api.oncallSchedules.get({ params: { id } }, { signal }),
    enabled,
  });
}

const isoOf = (instant: number) => new Date(instant).toISOString();

export function useTimeline(id: string, { from, to }: { from: number; to: number }) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "timeline", id, from, to],
    queryFn: ({ signal }) =>
      api.oncallSchedules.timeline({ params: { id }, query: { from: isoOf(from), to: isoOf(to) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Who would be on call with layers that are not saved yet. */
export function usePreview(
  layers: readonly LayerFields[],
  timezone: string,
  { from, to }: { from: number; to: number },
  enabled: boolean,
) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "preview", timezone, layers, from, to],
    queryFn: ({ signal }) =>
      api.oncallSchedules.preview(
        { body: { timezone, layers: [...layers], from: isoOf(from), to: isoOf(to) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}

export function useOverrides(id: string) {
  const api = useApi();
  return usePaged([...queryKey, "overrides", id], (page, call) =>
    api.oncallSchedules.overrides({ params: { id }, query: page }, call),
  );
}

function useStaleOnCall() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}

interface SaveSchedule {
  /** All fields of a new schedule, the changed ones of another. */
  fields: Partial<ScheduleFields>;
  onVersion?: number;
}

export function useSaveSchedule(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  const stale = useStaleOnCall();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SaveSchedule): Promise<OnCallSchedule> =>
      id === undefined
        ? api.oncallSchedules.create({ body: { name: "", ...fields } })
        : api.oncallSchedules.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData([...queryKey, "schedule", saved.id], saved);
      toastDone(`${saved.name} saved`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void stale(),
  });
}

export function useRemoveSchedule() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.oncallSchedules.remove({ params: { id } }),
    onSuccess: () => toastDone("Schedule deleted"),
    onError: (error) => toastError(error, "Couldn't delete the schedule"),
    onSettled: useStaleOnCall(),
  });
}

/** The caller shows the refusal. */
export function useAddOverride() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ scheduleId, fields, key }: { scheduleId: string; fields: OverrideFields; key: string }) =>
      api.oncallSchedules.override(
        { params: { id: scheduleId }, body: fields },
        { headers: { "idempotency-key": key } },
      ),
    onSuccess: ({ user }) => toastDone(`Override added${user ? ` for ${user.name}` : ""}`),
    onSettled: useStaleOnCall(),
  });
}

export function useRemoveOverride(scheduleId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (overrideId: string) =>
      api.oncallSchedules.removeOverride({ params: { id: scheduleId, override_id: overrideId } }),
    onSuccess: () => toastDone("Override deleted"),
    onError: (error) => toastError(error, "Couldn't delete the override"),
    onSettled: useStaleOnCall(),
  });
}

export function useDownloadCalendar() {
  const api = useApi();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<OnCallSchedule, "id" | "name">) =>
      saveAs(await api.oncallSchedules.calendar({ params: { id } }), `${name}.ics`),
    onError: (error) => toastError(error, "Couldn't download the calendar"),
  });
}

/** Without a schedule: the feed of your own shifts. */
export function useNewFeed() {
  const api = useApi();
  return useMutation({
    mutationFn: (scheduleId: string | undefined) =>
      api.oncall.feed({ body: scheduleId === undefined ? {} : { schedule_id: scheduleId } }),
    onError: (error) => toastError(error, "Couldn't create the address"),
  });
}

export function useEndFeed() {
  const api = useApi();
  return useMutation({
    mutationFn: (scheduleId: string | undefined) =>
      api.oncall.removeFeed({ query: scheduleId === undefined ? {} : { schedule_id: scheduleId } }),
    onSuccess: () => toastDone("The address no longer works"),
    onError: (error) => toastError(error, "Couldn't end the address"),
  });
}
