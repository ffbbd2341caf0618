import type { ApiError } from "@opsplane/contract";
import { useState } from "react";
import { toastError } from "./toast.tsx";

interface Versioned {
  /** What the text belongs to: incident, change. */
  of: string;
  text: string;
  version: number;
}

interface Saving {
  pending: boolean;
  save: (text: string, onVersion: number, done: { onSuccess: () => void; onError: (error: ApiError) => void }) => void;
}

export type TextEdit = ReturnType<typeof useTextEdit>;

/**
 * Edits one text of a record without losing anybody's words: saved on the version that was read, so that a change
 * by somebody else in the same text meanwhile is a conflict. Changes elsewhere in the record are not.
 */
export function useTextEdit(now: Versioned, saving: Saving, onSaved: () => void) {
  const [base, setBase] = useState(now);
  const [draft, setDraft] = useState(now.text);
  const theirs = now.text;
  // While a save is on its way the record shows the draft already.
  const changedElsewhere = theirs !== base.text && theirs !== draft;

  function save() {
    if (draft === theirs) return onSaved();
    saving.save(draft, changedElsewhere ? base.version : now.version, {
      onSuccess: onSaved,
      onError: (error) => {
        if (error.code === "CONFLICT") toastError(error, `Not saved: the ${now.of} has changed meanwhile`);
      },
    });
  }

  return {
    draft,
    setDraft,
    save,
    saving: saving.pending,
    touched: draft !== theirs,
    /** The other person's text, when it differs from what this edit began with. */
    theirs: !saving.pending && changedElsewhere ? theirs : undefined,
    keepMine: () => setBase(now),
  };
}
