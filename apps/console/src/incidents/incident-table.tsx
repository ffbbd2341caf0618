import { Checkbox } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { BulkBar } from "./bulk-bar.tsx";
import type { IncidentSort } from "./filters.ts";
import { IncidentRow, PlaceholderRow } from "./incident-row.tsx";
import classes from "./incident-table.module.css";
import { useListKeys } from "./list-keys.ts";
import { recallPlace, rememberPlace } from "./list-place.ts";
import type { ListWindow } from "./list-window.ts";
import { useSteadyScroll } from "./steady-scroll.ts";

interface IncidentTableProps {
  list: ListWindow;
  sort: IncidentSort;
  onSort: (sort: IncidentSort) => void;
  mayWrite: boolean;
}

/** The list's dense table. Only visible rows exist; live changes keep the rows one looks at in place. */
export function IncidentTable({ list, sort, onSort, mayWrite }: IncidentTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const rowHeight = narrow ? 60 : 36;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [place] = useState(() => recallPlace(list.key));
  const total = list.total ?? 0;

  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialOffset: place.offset,
  });
  const cursor = useListKeys({ list, virtual, selected, setSelected, mayWrite, start: place.cursor });
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

  const select = (id: string, on: boolean) =>
    setSelected((now) => new Set(on ? [...now, id] : [...now].filter((other) => other !== id)));
  const loaded = [...list.rows.values()].map(({ id }) => id);
  const allSelected = loaded.length > 0 && loaded.every((id) => selected.has(id));

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot be virtualised by position */}
      <div
        className={classes.table}
        role="table"
        aria-label="Incidents"
        aria-rowcount={total + 1}
        data-stale={list.stale}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: a row of a table is read, not operated */}
        <div className={classes.header} role="row" aria-rowindex={1}>
          <Heading>
            {mayWrite ? (
              <Checkbox
                aria-label="Select the loaded incidents"
                checked={allSelected}
                indeterminate={selected.size > 0 && !allSelected}
                onChange={() => setSelected(new Set(allSelected ? [] : loaded))}
              />
            ) : null}
          </Heading>
          <SortHeading label="Sev" title="Severity" by="severity" sort={sort} onSort={onSort} />
          <Heading>Reference</Heading>
          <Heading>Title</Heading>
          <Heading>Status</Heading>
          <Heading>Owner</Heading>
          <SortHeading
            label="Changed"
            by="updated_at"
            newestFirst
            sort={sort}
            onSort={onSort}
            className={classes.updated}
          />
          <SortHeading label="Age" by="created_at" newestFirst sort={sort} onSort={onSort} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div className={classes.scroller} ref={scroller} role="rowgroup">
          <div className={classes.canvas} role="presentation" style={{ height: virtual.getTotalSize() }}>
            {rows.map(({ index, start }) => {
              const incident = list.rows.get(index);
              return incident ? (
                <IncidentRow
                  key={incident.id}
                  incident={incident}
                  index={index}
                  top={start}
                  atCursor={cursor === index}
                  selected={selected.has(incident.id)}
                  onSelect={mayWrite ? select : undefined}
                />
              ) : (
                <PlaceholderRow key={`row-${index}`} index={index} top={start} />
              );
            })}
          </div>
        </div>
      </div>
      <BulkBar selected={selected} onDone={() => setSelected(new Set())} />
    </>
  );
}

function Heading({ children, className }: { children?: React.ReactNode; className?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see IncidentTable
    // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
    <div role="columnheader" className={className}>
      {children}
    </div>
  );
}

interface SortHeadingProps {
  label: string;
  title?: string;
  by: "severity" | "created_at" | "updated_at";
  newestFirst?: boolean;
  sort: IncidentSort;
  onSort: (sort: IncidentSort) => void;
  className?: string | undefined;
}

function SortHeading({ label, title, by, newestFirst = false, sort, onSort, className }: SortHeadingProps) {
  const usual: IncidentSort = newestFirst ? `-${by}` : by;
  const other: IncidentSort = newestFirst ? by : `-${by}`;
  const state = sort === by ? "ascending" : sort === `-${by}` ? "descending" : "none";
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see IncidentTable
    // biome-ignore lint/a11y/useFocusableInteractive: its button is what takes the focus
    <div role="columnheader" aria-sort={state} className={className}>
      <button
        type="button"
        title={`Sort by ${(title ?? label).toLowerCase()}`}
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
