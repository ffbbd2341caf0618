import { useState } from "react";
import { useProfile } from "../session/context.tsx";

/** Stores an unsent text. It survives navigation and a reload of this tab. */
export interface DraftPlace {
  read(): string | undefined;
  /** Undefined removes it. */
  keep(text: string | undefined): void;
}

/** The key includes the person, so that drafts are not shown to another person in the same tab. */
export function useDraftPlace(name: string): DraftPlace {
  const { user } = useProfile();
  const key = `opsplane-draft:${user.id}:${name}`;
  return {
    read: () => sessionStorage.getItem(key) ?? undefined,
    keep: (text) => {
      try {
        if (text === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
      } catch {
        // If the storage is full or forbidden, only the stored copy is lost.
      }
    },
  };
}

/** The text of a field, kept as a draft until it is empty. */
export function useDraft(name: string): [string, (text: string) => void] {
  const place = useDraftPlace(name);
  const [text, setText] = useState(() => place.read() ?? "");
  return [
    text,
    (next) => {
      setText(next);
      place.keep(next === "" ? undefined : next);
    },
  ];
}
