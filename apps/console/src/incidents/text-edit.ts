import type { Incident } from "@opsplane/contract";
import { useDraftPlace } from "../ui/draft.ts";
import { useTextEdit } from "../ui/text-edit.ts";
import { useUpdateIncident } from "./mutations.ts";

export function useIncidentText(incident: Incident, field: "title" | "description", onSaved: () => void) {
  const update = useUpdateIncident(incident);
  const place = useDraftPlace(`${field}:${incident.id}`);
  return useTextEdit(
    { of: "incident", text: incident[field], version: incident.version, ...(field === "title" ? {} : { place }) },
    {
      pending: update.isPending,
      save: (text, onVersion, done) => update.mutate({ patch: { [field]: text }, onVersion }, done),
    },
    onSaved,
  );
}
