import type { CSSProperties } from "react";
import type { GridItem } from "./grid.ts";

/** The size of a row and the space between rows, in pixels. The style sheet has the same. */
export const rowHeight = 30;
export const gap = 8;
const headHeight = 34;

function cellHeight(h: number): number {
  return h * (rowHeight + gap) - gap;
}

/** The height of a widget without its head and its border. */
export function bodyHeight({ h }: Pick<GridItem, "h">): number {
  return cellHeight(h) - headHeight - 2;
}

/** The place of a widget as variables of its style. */
export function placeStyle({ x, y, w, h }: GridItem): CSSProperties {
  const style: Record<`--${string}`, string | number> = {
    "--x": x + 1,
    "--y": y + 1,
    "--w": w,
    "--h": h,
    "--height": `${cellHeight(h)}px`,
  };
  return style;
}
