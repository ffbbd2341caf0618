import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ListWindow } from "./window.ts";

/** Scrolls by the height of rows that appear or vanish above, so that the visible rows do not move. */
export function useSteadyScroll(
  scroller: RefObject<HTMLDivElement | null>,
  list: ListWindow<{ id: string }>,
  rowHeight: number,
) {
  const anchor = useRef<{ key: string; id: string; index: number }>(undefined);
  const { rows, key } = list;

  useLayoutEffect(() => {
    const element = scroller.current;
    const was = anchor.current;
    if (!element || !was || was.key !== key || element.scrollTop < rowHeight) return;
    for (const [index, { id }] of rows) {
      if (id === was.id && index !== was.index) element.scrollTop += (index - was.index) * rowHeight;
    }
  }, [rows, key, rowHeight, scroller]);

  // After every render, the first whole row on screen is the anchor for the next change.
  useLayoutEffect(() => {
    const index = Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeight);
    const id = rows.get(index)?.id;
    anchor.current = id ? { key, id, index } : undefined;
  });
}
