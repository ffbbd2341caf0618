import { useEffect, useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import type { ListScroll } from "./scroll.ts";
import type { ListWindow } from "./window.ts";

interface ListCursorOptions<T> {
  list: ListWindow<T>;
  scroll: Pick<ListScroll, "cursor" | "setCursor" | "scrollTo">;
  /** The id of a row's link, which takes the focus. */
  linkId: (index: number) => string;
  onOpen: (item: T) => void;
}

/** Moves and opens by keyboard. The focus follows the cursor, so that screen readers follow too. */
export function useListCursor<T>({ list, scroll, linkId, onOpen }: ListCursorOptions<T>): T | undefined {
  const { cursor, setCursor, scrollTo } = scroll;
  const [moved, setMoved] = useState(0);
  const current = list.rows.get(cursor);

  const move = (step: number) => {
    const next = Math.min(Math.max(cursor + step, 0), (list.total ?? 1) - 1);
    setCursor(next);
    setMoved((times) => times + 1);
    scrollTo(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another move is what moves the focus
  useEffect(() => {
    if (moved > 0) document.getElementById(linkId(cursor))?.focus({ preventScroll: true });
  }, [cursor, moved]);

  const group = "List";
  useKeys([
    { keys: "j", label: "Next", group, run: () => move(1) },
    { keys: "k", label: "Previous", group, run: () => move(-1) },
    { keys: "Enter", label: "Open", group, run: () => current && onOpen(current) },
  ]);
  return current;
}
