import type { ConfigItem } from "@opsplane/contract";
import { useState } from "react";
import { collisions } from "../ui/record-draft.ts";
import { written } from "./attribute-rows.ts";
import { type ItemPatch, useUpdateItem } from "./mutations.ts";

/** Saves the patch of a form that keeps its own values. The rules of conflicts are those of `useRecordDraft`. */
export function useItemEdit(item: ConfigItem, patchFrom: (started: ConfigItem) => ItemPatch, onSaved: () => void) {
  const update = useUpdateItem(item);
  const [started] = useState(item);
  // The version that the person has seen and agreed to overwrite.
  const [base, setBase] = useState(item);
  const patch = patchFrom(started);
  const fields = update.isPending || update.isSuccess ? [] : collisions(patch, base, item);
  const refused = update.error?.code === "CONFLICT";
  return {
    save() {
      if (Object.keys(patch).length === 0) return onSaved();
      const onVersion = fields.length > 0 ? base.version : item.version;
      update.mutate({ patch, onVersion }, { onSuccess: onSaved });
    },
    saving: update.isPending,
    error: refused ? null : update.error,
    conflictFace: {
      conflict: fields.length > 0 || refused ? { fields, refused } : undefined,
      onKeepMine() {
        setBase(item);
        update.reset();
      },
    },
  };
}

/** The fields of an item in words, for the conflict face. */
export function theirs(item: ConfigItem): (field: string) => string {
  return (field) => {
    const value: unknown = Reflect.get(item, field);
    if (Array.isArray(value)) return value.join(", ");
    if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
    return value === null || value === undefined ? "" : written(value);
  };
}
