import { ActionIcon, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { AskDialog } from "./ask-dialog.tsx";
import classes from "./table.module.css";

interface RowActionsProps {
  /** The row, for screen readers. */
  name: string;
  verb?: string;
  onOpen: () => void;
  /** Absent when the row cannot be deleted. */
  onDelete?: (() => void) | undefined;
  /** Further buttons, before the others. */
  children?: ReactNode;
}

/** The cell of a table with the buttons of its row. */
export function RowActions({ name, verb = "Edit", onOpen, onDelete, children }: RowActionsProps) {
  return (
    <td className={classes.actions}>
      <div className={classes.buttons}>
        {children}
        <Button size="compact-sm" variant="default" onClick={onOpen} aria-label={`${verb} ${name}`}>
          {verb}
        </Button>
        {onDelete ? (
          <ActionIcon size={26} aria-label={`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={15} />
          </ActionIcon>
        ) : null}
      </div>
    </td>
  );
}

interface Deletion<Row> {
  title: (row: Row) => string;
  /** What a delete means. */
  text: string;
  onConfirm: (row: Row) => void;
}

/** Asks before a row of a table is deleted. */
export function useDeletion<Row>({ title, text, onConfirm }: Deletion<Row>) {
  const [row, ask] = useState<Row>();
  const dialog = (
    <AskDialog
      opened={row !== undefined}
      title={row === undefined ? "" : title(row)}
      confirm="Delete"
      onClose={() => ask(undefined)}
      onConfirm={() => row !== undefined && onConfirm(row)}
    >
      {text}
    </AskDialog>
  );
  return { ask, dialog };
}
