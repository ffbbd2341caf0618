import { VisuallyHidden } from "@mantine/core";
import classes from "./table.module.css";

interface TableHeadProps {
  /** A column that only wide windows show is written as `{ wide }`. */
  columns: readonly (string | { wide: string })[];
  /** Adds a last column for buttons. Only screen readers read its name. */
  actions?: boolean;
}

export function TableHead({ columns, actions = false }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === "string" ? (
            <th key={column}>{column}</th>
          ) : (
            <th key={column.wide} className={classes.wide}>
              {column.wide}
            </th>
          ),
        )}
        {actions ? (
          <th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
