import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { recallPosition, rememberPosition } from "./scroll-position.ts";
import { useSteadyScroll } from "./steady-scroll.ts";
import type { ListWindow } from "./window.ts";

/** The height of a row in pixels: one line on a wide screen, two on a phone. */
const rowHeights = { wide: 36, narrow: 60 };

/**
 * Scrolls a long list of which only the visible rows exist. Live changes do not move the visible rows, and coming back to
 * the list continues at the last position.
 */
export function useListScroll<T extends { id: string }>(list: ListWindow<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const rowHeight = narrow ? rowHeights.narrow : rowHeights.wide;
  const [position] = useState(() => recallPosition(list.key));
  const [cursor, setCursor] = useState(position.cursor);

  const virtual = useVirtualizer({
    count: list.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialOffset: position.offset,
  });
  useSteadyScroll(scroller, list, rowHeight);

  const rows = virtual.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  const { show, key } = list;
  useEffect(() => show(first, last), [show, first, last]);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = position.offset;
  }, [position]);
  useEffect(
    () => rememberPosition(key, { offset: virtual.scrollOffset ?? 0, cursor }),
    [key, virtual.scrollOffset, cursor],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height needs a new measurement
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
