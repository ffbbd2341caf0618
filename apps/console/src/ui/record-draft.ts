import type { ApiError } from "@opsplane/contract";
import { useState } from "react";

interface Versioned {
  version: number;
}

/** A mutation that saves fields on the version that was read, as `useMutation` makes it. */
interface Saver<F, S> {
  isPending: boolean;
  error: ApiError | null;
  reset: () => void;
  mutate: (change: { fields: F; onVersion?: number }, on: { onSuccess: (saved: S) => void }) => void;
}

/** Someone else has saved the record during the edit. */
export interface Conflict {
  /** The fields that both changed; empty when the other person changed only others. */
  fields: string[];
  /** The server has refused the save. */
  refused: boolean;
}

/**
 * Edits a record without losing changes. Only the person's own changes are kept and applied to the current record.
 * A field that someone else changes shows their value. A field that both change is a conflict.
 */
export function useRecordDraft<R extends Versioned | undefined, D extends object, F, S>(
  record: R,
  draftOf: (record: R) => D,
  saver: Saver<F, S>,
) {
  const [edit, setEdit] = useState<{ base: R; mine: Partial<D> }>();
  const theirs = draftOf(record);
  const mine: Partial<D> = edit?.mine ?? {};
  const base = edit ? edit.base : record;
  const collided = saver.isPending ? [] : collisions(mine, draftOf(base), theirs);
  // A new record has no version, so its conflict is another one, such as a name that is taken.
  const refused = record !== undefined && saver.error?.code === "CONFLICT";
  const conflict: Conflict | undefined = collided.length > 0 || refused ? { fields: collided, refused } : undefined;
  const end = () => {
    setEdit(undefined);
    saver.reset();
  };
  return {
    draft: { ...theirs, ...mine },
    /** The person's own changes. A field that is reset is not a change. */
    changes: mine,
    isChanged: edit !== undefined,
    set: (changes: Partial<D>) =>
      setEdit((now) => {
        const next = changedFields(theirs, { ...now?.mine, ...changes });
        return Object.keys(next).length > 0 ? { base: now ? now.base : record, mine: next } : undefined;
      }),
    save: (fields: F, onSaved?: (saved: S) => void) => {
      // In a conflict the old version is sent, so that the server refuses the save.
      const version = collided.length > 0 ? base?.version : record?.version;
      const change = { fields, ...(version === undefined ? {} : { onVersion: version }) };
      saver.mutate(change, {
        onSuccess: (saved) => {
          end();
          onSaved?.(saved);
        },
      });
    },
    saving: saver.isPending,
    error: refused ? null : saver.error,
    /** For RecordConflict. */
    conflictFace: {
      conflict,
      onTakeTheirs: end,
      onKeepMine: () => {
        setEdit(edit && { ...edit, base: record });
        saver.reset();
      },
    },
  };
}

/** The fields whose value differs from the one in `base`. */
export function changedFields<T extends object>(base: object, fields: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const name in fields) if (!same(fields[name], Reflect.get(base, name))) changed[name] = fields[name];
  return changed;
}

/** The person's own changes in fields that someone else has changed to another value. */
export function collisions(mine: object, base: object, theirs: object): string[] {
  return Object.keys(mine).filter(
    (name) =>
      !same(Reflect.get(base, name), Reflect.get(theirs, name)) &&
      !same(Reflect.get(mine, name), Reflect.get(theirs, name)),
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
