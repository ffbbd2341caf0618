import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { recallPlace, rememberPlace } from "./scroll-position.ts";
import { useSteadyScroll } from "./steady-scroll.ts";
import type { ListWindow } from "./window.ts";

/** A row's height in pixels: a line on a wide screen, two on a narrow one. */
const rowHeights = { wide: 36, narrow: 60 };

/**
 * Scrolls a long list of which only the visible rows exist. Live changes keep the rows one looks at in place, and coming
 * back to the list continues where one was.
 */
export function useListScroll<T extends { id: string }>(list: ListWindow<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const rowHeight = narrow ? rowHeights.narrow : rowHeights.wide;
  const [place] = useState(() => recallPlace(list.key));
  const [cursor, setCursor] = useState(place.cursor);

  const virtual = useVirtualizer({
    count: list.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialOffset: place.offset,
  });
  useSteadyScroll(scroller, list, rowHeight);

  const rows = virtual.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  const { show, key } = list;
  useEffect(() => show(first, last), [show, first, last]);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = place.offset;
  }, [place]);
  useEffect(
    () => rememberPlace(key, { offset: virtual.scrollOffset ?? 0, cursor }),
    [key, virtual.scrollOffset, cursor],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must be measured anew when their height changes
  useEffect(() => virtual.measure(), [rowHeight]);

  return {
    scroller,
    rows,
    height: virtual.getTotalSize(),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
    cursor,
    setCursor,
  };
}

export type ListScroll = ReturnType<typeof useListScroll>;
