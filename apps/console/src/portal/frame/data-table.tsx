import type { ReactNode } from "react";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";

export interface Column<Row> {
  head: string;
  /** Only wide windows show it. */
  wide?: boolean;
  /** Never broken, such as an amount. */
  oneLine?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The buttons of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
}

const unbroken = { whiteSpace: "nowrap" } as const;

export function DataTable<Row>({ columns, rows, keyOf, actions }: DataTableProps<Row>) {
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead
          columns={columns.map(({ head, wide }) => (wide ? { wide: head } : head))}
          actions={actions !== undefined}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, wide, oneLine, cell }) => (
                <td key={head} {...(wide ? { className: table.wide } : {})} {...(oneLine ? { style: unbroken } : {})}>
                  {cell(row)}
                </td>
              ))}
              {actions ? (
                <td className={table.actions}>
                  <div className={table.buttons}>{actions(row)}</div>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first cell of a row: what it is, and a second line in a smaller size. */
export function TwoLines({ main, sub }: { main: ReactNode; sub: ReactNode }) {
  return (
    <>
      <div className={table.main}>{main}</div>
      <div className={table.sub}>{sub}</div>
    </>
  );
}
