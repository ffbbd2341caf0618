import { useState } from "react";
import { useProfile } from "../session/context.tsx";

/** A place for what somebody has written and not sent: it survives leaving the page and a reload of this tab. */
export interface DraftPlace {
  read(): string | undefined;
  /** Undefined removes it. */
  keep(text: string | undefined): void;
}

/** The person is part of the name, so that nobody finds what another person wrote in the same tab. */
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
        // A full or forbidden store costs the copy, not the text on screen.
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
