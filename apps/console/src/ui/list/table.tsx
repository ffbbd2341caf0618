import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import type { ListScroll } from "./scroll.ts";
import classes from "./table.module.css";

interface ListTableProps {
  label: string;
  total: number;
  stale: boolean;
  /** The widths of the columns. */
  style: CSSProperties;
  headings: ReactNode;
  scroll: Pick<ListScroll, "scroller" | "rows" | "height">;
  row: (index: number, top: number) => ReactNode;
}

/** A dense table of any length: only visible rows exist. */
export function ListTable({ label, total, stale, style, headings, scroll, row }: ListTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised by position
    <div
      className={classes.table}
      style={style}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-busy={stale}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a table is read, not operated */}
      <div className={classes.header} role="row" aria-rowindex={1}>
        {headings}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className={classes.scroller} ref={scroll.scroller} role="rowgroup">
        <div className={classes.canvas} role="presentation" style={{ height: scroll.height }}>
          {scroll.rows.map(({ index, start }) => row(index, start))}
        </div>
      </div>
    </div>
  );
}

interface ListRowProps {
  index: number;
  top: number;
  atCursor?: boolean;
  selected?: boolean;
  children: ReactNode;
}

export function ListRow({ index, top, atCursor, selected, children }: ListRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see ListTable
    // biome-ignore lint/a11y/useFocusableInteractive: its link is what takes the focus
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      data-cursor={atCursor}
      data-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
    >
      {children}
    </div>
  );
}

interface PartProps {
  children?: ReactNode;
  className?: string | undefined;
}

export function Cell({ children, className = "", phone }: PartProps & { phone?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see ListTable
    <div role="cell" className={`${classes.cell} ${className}`} data-phone={phone}>
      {children}
    </div>
  );
}

/** Stands in for text that is still loading. */
export function Placeholder({ index }: { index: number }) {
  return <div className={classes.placeholder} style={{ width: `${40 + ((index * 13) % 45)}%` }} />;
}

export function Heading({ children, className }: PartProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see ListTable
    // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
    <div role="columnheader" className={className}>
      {children}
    </div>
  );
}

interface SortHeadingProps<S extends string> {
  label: string;
  /** The order after the first press, then the one after the second press. */
  orders: readonly [S, S?];
  sort: S;
  onSort: (sort: S) => void;
  className?: string | undefined;
}

export function SortHeading<S extends string>({
  label,
  orders: [usual, other = usual],
  sort,
  onSort,
  className,
}: SortHeadingProps<S>) {
  const sorted = sort === usual || sort === other;
  const state = !sorted ? "none" : sort.startsWith("-") ? "descending" : "ascending";
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see ListTable
    // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
    <div role="columnheader" aria-sort={state} className={className}>
      <button
        type="button"
        title={`Sort by ${label.toLowerCase()}`}
        onClick={() => onSort(sort === usual ? other : usual)}
      >
        {label}
        {state === "ascending" ? (
          <IconArrowUp size={12} />
        ) : state === "descending" ? (
          <IconArrowDown size={12} />
        ) : null}
      </button>
    </div>
  );
}
