import type { ConfigItem } from "@opsplane/contract";
import { useState } from "react";
import { collisions } from "./item-draft.ts";
import { type ItemPatch, useUpdateItem } from "./mutations.ts";

/**
 * Edits an item without losing anybody's work: saved on the version that was read, so that a change by somebody else in
 * the same fields meanwhile is a conflict. Changes in other fields are not.
 */
export function useItemEdit(item: ConfigItem, patchFrom: (started: ConfigItem) => ItemPatch, onSaved: () => void) {
  const update = useUpdateItem(item);
  // What one changed is measured against what one began with; who agreed to overwrite others, against what they made of it.
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
    /** The fields that somebody else has changed too; empty when only others were. */
    conflict: collided.length > 0 || refused ? collided : undefined,
    keepMine() {
      setBase(item);
      update.reset();
    },
  };
}

export type ItemEdit = ReturnType<typeof useItemEdit>;
