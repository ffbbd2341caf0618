import { useNavigate } from "@tanstack/react-router";
import { type CSSProperties, memo, useCallback, useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { PlainLink } from "../links.tsx";
import { toggled } from "../words.ts";
import { useListCursor } from "./cursor.ts";
import type { Column, FilterTable, ListDefinition, TitleColumn } from "./define-list.ts";
import { useListScroll } from "./scroll.ts";
import classes from "./table.module.css";
import { Cell, Heading, ListRow, ListTable, Placeholder, SortHeading } from "./table.tsx";
import type { OpenList } from "./use-list.ts";

interface ListRowsProps<Row extends { id: string }, Filters extends FilterTable, Sort extends string> {
  list: OpenList<Row, Filters, Sort>;
  selects: boolean;
}

/** The rows of a list: a table with a virtual window, a cursor for the keyboard and, where it has one, a selection. */
export function ListRows<Row extends { id: string }, Filters extends FilterTable, Sort extends string>(
  props: ListRowsProps<Row, Filters, Sort>,
) {
  const { list, filters, change, rows } = props.list;
  const selection = props.selects ? list.selection : undefined;
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const scroll = useListScroll(rows);
  const current = useListCursor({
    list: rows,
    scroll,
    linkId: (index) => linkId(list.key, index),
    onOpen: (row) => void navigate(list.link(row)),
  });
  const toggle = useCallback((id: string) => setSelected((now) => new Set(toggled([...now], id))), []);
  const clear = () => setSelected(new Set());
  const group = "List";
  useKeys(
    selection
      ? [
          { keys: "x", label: "Select", group, run: () => current && toggle(current.id) },
          { keys: "Esc", label: "Clear selection", group, run: clear },
        ]
      : [],
  );
  const loaded = [...rows.rows.values()].map(({ id }) => id);
  const allSelected = loaded.length > 0 && loaded.every((id) => selected.has(id));

  return (
    <>
      <ListTable
        label={capitalized(list.noun)}
        style={tracks(list.columns, selection !== undefined)}
        total={rows.total ?? 0}
        stale={rows.stale}
        scroll={scroll}
        headings={
          <>
            {selection ? (
              <Heading className={classes.check}>
                <input
                  type="checkbox"
                  aria-label="Select all loaded"
                  checked={allSelected}
                  ref={(box) => {
                    if (box) box.indeterminate = selected.size > 0 && !allSelected;
                  }}
                  onChange={() => setSelected(new Set(allSelected ? [] : loaded))}
                />
              </Heading>
            ) : null}
            {list.columns.map((column) => (
              <ColumnHeading
                key={column.heading}
                column={column}
                sort={filters.sort}
                onSort={(sort) => change({ sort } as Partial<typeof filters>)}
              />
            ))}
          </>
        }
        row={(index, top) => {
          const row = rows.rows.get(index);
          return row ? (
            <RecordRow
              key={row.id}
              list={list}
              row={row}
              index={index}
              top={top}
              atCursor={scroll.cursor === index}
              selected={selected.has(row.id)}
              onSelect={selection ? toggle : undefined}
            />
          ) : (
            <ListRow key={`row-${index}`} index={index} top={top}>
              <Cell className={classes.waiting}>
                <Placeholder index={index} />
              </Cell>
            </ListRow>
          );
        }}
      />
      {selection ? <selection.Bar selected={selected} current={current} onDone={clear} /> : null}
    </>
  );
}

interface ColumnHeadingProps<Row, Sort extends string> {
  column: Column<Row, Sort> | TitleColumn<Row, Sort>;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function ColumnHeading<Row, Sort extends string>({ column, sort, onSort }: ColumnHeadingProps<Row, Sort>) {
  const { heading, orders } = column;
  const className = "wide" in column && column.wide ? classes.wide : undefined;
  return orders ? (
    <SortHeading label={heading} orders={orders} sort={sort} onSort={onSort} className={className} />
  ) : (
    <Heading className={className}>{heading}</Heading>
  );
}

interface RecordRowProps {
  // The row of any list. Its columns and its record come from the same list, which the caller's types check.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  list: Pick<ListDefinition<any, any, any>, "key" | "columns" | "link" | "selection">;
  row: { id: string };
  index: number;
  top: number;
  atCursor: boolean;
  selected: boolean;
  /** Absent when rows cannot be selected. */
  onSelect: ((id: string) => void) | undefined;
}

const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { list, row, index, top, atCursor, selected, onSelect } = props;
  return (
    <ListRow index={index} top={top} atCursor={atCursor} selected={selected}>
      {onSelect ? (
        <Cell className={classes.check}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={list.selection?.label(row)}
            onChange={() => onSelect(row.id)}
          />
        </Cell>
      ) : null}
      {list.columns.map((column) =>
        "text" in column ? (
          <Cell key={column.heading} className={classes.titleCell}>
            {column.before?.(row)}
            <PlainLink
              {...list.link(row)}
              id={linkId(list.key, index)}
              className={`${classes.title} truncate`}
              title={column.text(row)}
            >
              {column.text(row)}
            </PlainLink>
            {column.after?.(row)}
          </Cell>
        ) : (
          <Cell
            key={column.heading}
            className={`truncate ${classes[column.look ?? "plain"] ?? ""} ${column.wide ? classes.wide : ""}`}
            phone={column.phone ?? "line"}
          >
            {column.cell(row)}
          </Cell>
        ),
      )}
    </ListRow>
  );
});

const linkId = (key: string, index: number) => `${key}-row-${index}`;

/** The widths of the columns, as the styles of the table read them: all of them, and those of a narrow table. */
function tracks<Row, Sort extends string>(
  columns: readonly (Column<Row, Sort> | TitleColumn<Row, Sort>)[],
  selects: boolean,
): CSSProperties {
  const widthOf = (column: Column<Row, Sort> | TitleColumn<Row, Sort>) =>
    "text" in column ? "minmax(0, 1fr)" : column.width;
  const check = selects ? ["34px"] : [];
  const kept = columns.filter((column) => !("wide" in column && column.wide));
  const title = columns.find((column) => "text" in column);
  // React knows no custom properties, though browsers do.
  return {
    "--columns": [...check, ...columns.map(widthOf)].join(" "),
    "--columns-narrow": [...check, ...kept.map(widthOf)].join(" "),
    "--lead": title?.lead ?? "0px",
  } as CSSProperties;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
