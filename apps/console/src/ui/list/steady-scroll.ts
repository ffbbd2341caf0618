import { type RefObject, useLayoutEffect, useRef } from "react";
import type { ListWindow } from "./window.ts";

/** When rows appear or vanish above, scrolls by as much, so that what one reads stays under one's eyes. */
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

  // After every render: the first whole row on screen is what the next change is measured against.
  useLayoutEffect(() => {
    const index = Math.ceil((scroller.current?.scrollTop ?? 0) / rowHeight);
    const id = rows.get(index)?.id;
    anchor.current = id ? { key, id, index } : undefined;
  });
}
