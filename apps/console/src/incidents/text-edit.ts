import type { Incident } from "@opsplane/contract";
import { useState } from "react";
import { toastError } from "../ui/toast.tsx";
import { useUpdateIncident } from "./changes.ts";

type TextField = "title" | "description";

/**
 * Edits one text of an incident without losing anybody's words: saved on the version that was read, so that a change
 * by somebody else in the same text meanwhile is a conflict. Changes elsewhere in the incident are not.
 */
export function useTextEdit(incident: Incident, field: TextField, onSaved: () => void) {
  const update = useUpdateIncident(incident);
  const [base, setBase] = useState({ text: incident[field], version: incident.version });
  const [draft, setDraft] = useState(incident[field]);
  const theirs = incident[field];
  // While a save is on its way the incident shows the draft already.
  const changedElsewhere = theirs !== base.text && theirs !== draft;

  function save() {
    if (draft === theirs) return onSaved();
    const onVersion = changedElsewhere ? base.version : incident.version;
    update.mutate(
      { patch: { [field]: draft }, onVersion },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (error.code === "CONFLICT") toastError(error, "Not saved: the incident has changed meanwhile");
        },
      },
    );
  }

  return {
    draft,
    setDraft,
    save,
    saving: update.isPending,
    /** The other person's text, when it differs from what this edit began with. */
    theirs: !update.isPending && changedElsewhere ? theirs : undefined,
    keepMine: () => setBase({ text: theirs, version: incident.version }),
  };
}
