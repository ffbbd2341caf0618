import type { Incident, Input, operations } from "@opsplane/contract";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/api.tsx";
import { createUploadQueue, type UploadQueue } from "../ui/attachments/upload-queue.ts";
import { toastDone, toastError, toastNote } from "../ui/toast.tsx";

type IncidentPatch = Input<typeof operations.incidents.update>["body"];
type NewIncident = Input<typeof operations.incidents.create>["body"];

interface Update {
  patch: IncidentPatch;
  /** The version that the edit is based on. Without it the edit is saved on any version. */
  onVersion?: number;
}

/** Updates an incident optimistically and reverts when the server refuses. The caller handles a CONFLICT. */
export function useUpdateIncident(incident: Incident) {
  const api = useApi();
  const client = useQueryClient();
  const mutationKey = ["incidents", "update", incident.id];
  return useMutation({
    mutationKey,
    mutationFn: ({ patch, onVersion }: Update) =>
      api.incidents.update(
        { params: { id: incident.id }, body: patch },
        onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
      ),
    onMutate: async ({ patch }) => {
      const before = client.isMutating({ mutationKey }) > 1 ? undefined : incident;
      await client.cancelQueries({ queryKey: ["incidents", "one"] });
      // The id alone does not give the assignee's name, so this field waits for the server.
      const { assigned_to: _, ...shown } = patch;
      replace(client, { ...incident, ...shown });
      return { before };
    },
    onSuccess: (saved) => replace(client, saved),
    // The hook's incident is the optimistic one by now, so the previous one comes from onMutate.
    onError: (error, _update, shown) => {
      if (shown?.before) replace(client, shown.before);
      if (error.code !== "CONFLICT") toastError(error, "Couldn't save the change");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["incidents"] }),
  });
}

export function useAddNote(incident: Incident) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: string) => api.incidents.addNote({ params: { id: incident.id }, body: { body } }),
    onError: (error) => toastError(error, "Couldn't save the note"),
    onSuccess: () => client.invalidateQueries({ queryKey: ["incidents", "timeline", incident.id] }),
  });
}

/** Sends files to an incident. Uploads go on when the page is left. */
export function useUploadQueue(incident: Incident): UploadQueue {
  const api = useApi();
  const client = useQueryClient();
  const [queue] = useState(() =>
    createUploadQueue(
      (file, { key, signal, onSent }) =>
        api.incidents.attach(
          { params: { id: incident.id }, query: { name: file.name }, body: file },
          {
            headers: { "content-type": file.type || "application/octet-stream", "idempotency-key": key },
            signal,
            onSent,
          },
        ),
      () => askForAttachments(client, incident.id),
      (name, cause) => toastError(cause, `Couldn't attach ${name} to ${incident.reference}`),
    ),
  );
  return queue;
}

export function useDeleteAttachment(incident: Incident) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fileId: string) => api.incidents.detach({ params: { id: incident.id, file_id: fileId } }),
    onError: (error) => toastError(error, "Couldn't delete the attachment"),
    onSettled: () => askForAttachments(client, incident.id),
  });
}

function askForAttachments(client: QueryClient, incidentId: string) {
  void client.invalidateQueries({ queryKey: ["incidents", "attachments", incidentId] });
  void client.invalidateQueries({ queryKey: ["incidents", "timeline", incidentId] });
}

export function useCreateIncident() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, key }: { fields: NewIncident; key: string }) =>
      api.incidents.create({ body: fields }, { headers: { "idempotency-key": key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["incidents"] }),
  });
}

const maxAtOnce = 200;

export function useAcknowledge() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const outcome = { acknowledged: 0, skipped: [] as string[] };
      for (let start = 0; start < ids.length; start += maxAtOnce) {
        const batch = await api.incidents.acknowledge({ body: { ids: ids.slice(start, start + maxAtOnce) } });
        outcome.acknowledged += batch.acknowledged.length;
        outcome.skipped.push(...batch.skipped.map(({ reference, status }) => `${reference} is ${status}`));
      }
      return outcome;
    },
    onSuccess: ({ acknowledged, skipped }) => {
      const some = skipped.slice(0, 3).join(", ") + (skipped.length > 3 ? "…" : "");
      if (acknowledged === 0) return toastNote(`Nothing to acknowledge: ${some}.`);
      const left = skipped.length > 0 ? ` ${skipped.length} left as they are: ${some}.` : "";
      toastDone(`${acknowledged} ${acknowledged === 1 ? "incident" : "incidents"} acknowledged.${left}`);
    },
    onError: (error) => toastError(error, "Not acknowledged"),
    onSettled: () => client.invalidateQueries({ queryKey: ["incidents"] }),
  });
}

/** Writes the incident into every cached list and record. */
function replace(client: QueryClient, incident: Incident) {
  client.setQueriesData<Incident>({ queryKey: ["incidents", "one"] }, (old) =>
    old?.id === incident.id ? incident : old,
  );
  client.setQueriesData<{ items: Incident[] }>({ queryKey: ["incidents", "page"] }, (page) =>
    page ? { ...page, items: page.items.map((listed) => (listed.id === incident.id ? incident : listed)) } : page,
  );
}
