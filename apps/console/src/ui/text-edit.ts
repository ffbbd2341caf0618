import type { ApiError } from "@opsplane/contract";
import { useState } from "react";
import type { DraftPlace } from "./draft.ts";
import { toastError } from "./toast.tsx";

interface Versioned {
  /** The kind of record: incident, change. */
  of: string;
  text: string;
  version: number;
  /** Keeps an unsaved text when the page is left. */
  place?: DraftPlace;
}

interface Saving {
  pending: boolean;
  save: (text: string, onVersion: number, done: { onSuccess: () => void; onError: (error: ApiError) => void }) => void;
}

export type TextEdit = ReturnType<typeof useTextEdit>;

/**
 * Edits one text of a record without losing a concurrent edit. It saves on the version that was read: a concurrent change of the
 * same text is a conflict, a change elsewhere in the record is not.
 */
export function useTextEdit({ place, ...now }: Versioned, saving: Saving, onSaved: () => void) {
  const [kept] = useState(() => keptIn(place));
  const [base, setBase] = useState<Pick<Versioned, "text" | "version">>(kept?.base ?? now);
  const [draft, setDraft] = useState(kept?.draft ?? now.text);
  const theirs = now.text;
  // During a save the record already shows the draft.
  const changedElsewhere = theirs !== base.text && theirs !== draft;

  function write(text: string) {
    setDraft(text);
    const { text: before, version } = base;
    place?.keep(text === theirs ? undefined : JSON.stringify({ draft: text, base: { text: before, version } }));
  }

  const discard = () => place?.keep(undefined);
  const done = () => {
    discard();
    onSaved();
  };

  function save() {
    if (draft === theirs) return done();
    saving.save(draft, changedElsewhere ? base.version : now.version, {
      onSuccess: done,
      onError: (error) => {
        if (error.code === "CONFLICT") toastError(error, `Not saved: this ${now.of} was updated by someone else`);
      },
    });
  }

  return {
    draft,
    setDraft: write,
    save,
    /** Discards the kept draft. */
    discard,
    saving: saving.pending,
    touched: draft !== theirs,
    /** The other person's text, when it differs from the text that this edit started with. */
    theirs: !saving.pending && changedElsewhere ? theirs : undefined,
    keepMine: () => setBase(now),
  };
}

interface Kept {
  draft: string;
  base: { text: string; version: number };
}

function keptIn(place: DraftPlace | undefined): Kept | undefined {
  const written = place?.read();
  if (written === undefined) return undefined;
  const kept: Kept = JSON.parse(written);
  return kept;
}
