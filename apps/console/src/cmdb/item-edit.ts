import type { ConfigItem } from "@opsplane/contract";
import { useState } from "react";
import { collisions } from "./item-draft.ts";
import { type ItemPatch, useUpdateItem } from "./mutations.ts";

/**
 * Edits an item without losing a concurrent edit. It saves on the version that was read: a concurrent change of the same fields
 * is a conflict, a change of other fields is not.
 */
export function useItemEdit(item: ConfigItem, patchFrom: (started: ConfigItem) => ItemPatch, onSaved: () => void) {
  const update = useUpdateItem(item);
  // Changes are relative to the version that the edit started with or, after agreeing to overwrite, to the latest version.
  const [started] = useState(item);
  const [base, setBase] = useState(item);
  const patch = patchFrom(started);
  const collided = update.isPending || update.isSuccess ? [] : collisions(patch, base, item);
  const refused = update.error?.code === "CONFLICT";
  return {
    save() {
      if (Object.keys(patch).length === 0) return onSaved();
      const onVersion = collided.length > 0 ? base.version : item.version;
      update.mutate({ patch, onVersion }, { onSuccess: onSaved });
    },
    saving: update.isPending,
    error: refused ? null : update.error,
    refused,
    /** The edited fields that someone else has changed too. */
    conflict: collided.length > 0 || refused ? collided : undefined,
    keepMine() {
      setBase(item);
      update.reset();
    },
  };
}

export type ItemEdit = ReturnType<typeof useItemEdit>;
