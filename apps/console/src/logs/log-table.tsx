import { useMediaQuery } from "@mantine/hooks";
import type { LogRecord } from "@opsplane/contract";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, memo, useCallback, useEffect, useRef, useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { logTime, type TimeMode } from "../time/format.ts";
import classes from "./log-table.module.css";
import { fieldText } from "./record-fields.ts";

interface LogTableProps {
  records: readonly LogRecord[];
  columns: readonly string[];
  wraps: boolean;
  mode: TimeMode;
  /** The opened record. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** Called when the last loaded rows are near. */
  onNearEnd?: (() => void) | undefined;
  stale?: boolean;
  /** Keeps the newest rows visible as they arrive. */
  follows?: boolean;
}

const rowHeights = { wide: 25, narrow: 46 };
const overscan = 20;

/** Log records, newest first. Only the visible rows exist. */
export function LogTable(props: LogTableProps) {
  const { records, columns, wraps, mode, opened, onOpen, onNearEnd, stale = false, follows = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const rowHeight = narrow ? rowHeights.narrow : rowHeights.wide;
  // A row keeps its measured height when newer rows come before it. Another function would measure all rows again.
  const keyOf = useCallback((index: number) => records[index]?.id ?? index, [records]);
  const virtual = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    getItemKey: keyOf,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= records.length - overscan * 2) onNearEnd?.();
  }, [last, records.length, onNearEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights need a new measurement
  useEffect(() => virtual.measure(), [rowHeight, wraps]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what is followed
  useEffect(() => {
    if (follows) scroller.current?.scrollTo({ top: 0 });
  }, [follows, records[0]?.id]);
  useRowCursor(records, opened, onOpen, (index) => virtual.scrollToIndex(index));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised by position
    <div
      className={classes.table}
      role="table"
      aria-label="Log records"
      aria-rowcount={records.length + 1}
      aria-busy={stale}
      data-wraps={wraps}
      style={{ "--columns": tracks(columns) } as CSSProperties}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a table is read, not operated */}
      <div className={classes.header} role="row" aria-rowindex={1}>
        {["Time", "Level", "Service", ...columns, "Message"].map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div key={name} role="columnheader" className="truncate">
            {name}
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard */}
      <div className={classes.scroller} ref={scroller} role="rowgroup" tabIndex={0} aria-label="Records">
        <div className={classes.canvas} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start }) => {
            const record = records[index];
            return record ? (
              <Row
                key={record.id}
                record={record}
                index={index}
                top={start}
                columns={columns}
                mode={mode}
                isOpen={record.id === opened}
                onOpen={onOpen}
                measure={wraps ? virtual.measureElement : undefined}
              />
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}

/** `j` and `k` move through the records, Enter opens one, Escape closes it. */
function useRowCursor(
  records: readonly LogRecord[],
  opened: string | undefined,
  onOpen: LogTableProps["onOpen"],
  scrollTo: (index: number) => void,
) {
  const [cursor, setCursor] = useState(-1);
  const move = (step: 1 | -1) => {
    const at = opened ? records.findIndex(({ id }) => id === opened) : cursor;
    const next = Math.min(Math.max(at + step, 0), records.length - 1);
    setCursor(next);
    scrollTo(next);
    const record = records[next];
    if (record) onOpen(record.id);
  };
  const group = "Logs";
  useKeys([
    { keys: "j", label: "Next record", group, run: () => move(1) },
    { keys: "k", label: "Previous record", group, run: () => move(-1) },
    ...(opened ? [{ keys: "Esc", label: "Close record", group, run: () => onOpen(undefined) }] : []),
  ]);
}

interface RowProps {
  record: LogRecord;
  index: number;
  top: number;
  columns: readonly string[];
  mode: TimeMode;
  isOpen: boolean;
  onOpen: LogTableProps["onOpen"];
  measure: ((element: HTMLElement | null) => void) | undefined;
}

const Row = memo(function Row({ record, index, top, columns, mode, isOpen, onOpen, measure }: RowProps) {
  const time = logTime(record.timestamp, mode);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see LogTable
    // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same by keyboard
    <div
      ref={measure}
      data-index={index}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      data-level={record.level}
      data-open={isOpen}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onOpen(isOpen ? undefined : record.id)}
    >
      <Cell>
        <button type="button" className={classes.time} aria-expanded={isOpen} aria-label={`Record of ${time}`}>
          {time}
        </button>
      </Cell>
      <Cell className={classes.level}>{record.level}</Cell>
      <Cell className={classes.service}>{record.service}</Cell>
      {columns.map((name) => (
        <Cell key={name} className={classes.extra}>
          {fieldText(record, name)}
        </Cell>
      ))}
      <Cell className={classes.message}>{record.message}</Cell>
    </div>
  );
});

function Cell({ className = "", children }: { className?: string | undefined; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see LogTable
    <div role="cell" className={`${classes.cell} ${className}`}>
      {children}
    </div>
  );
}

/** The widths of the columns, as the styles of the table read them. */
function tracks(columns: readonly string[]): string {
  const extra = columns.map(() => "minmax(70px, 150px)");
  return ["152px", "46px", "minmax(70px, 130px)", ...extra, "minmax(0, 1fr)"].join(" ");
}
