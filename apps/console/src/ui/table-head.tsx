import { VisuallyHidden } from "@mantine/core";
import classes from "./table.module.css";

interface TableHeadProps {
  /** A column that only a wide window shows is named as `{ wide }`. */
  columns: readonly (string | { wide: string })[];
  /** The last column holds buttons; its name is for screen readers alone. */
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
