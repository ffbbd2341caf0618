import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./rows-editor.module.css";

interface RowsEditorProps<Row> {
  rows: readonly Row[];
  /** One row: `label`. */
  noun: string;
  max: number;
  newRow: Row;
  /** The columns of a row; the last one is for the button that removes it. */
  rowClass: string | undefined;
  fields: (row: Row, number: number, set: (change: Partial<Row>) => void) => ReactNode;
  onChange: (rows: Row[]) => void;
}

/** A short list of rows with fields. */
export function RowsEditor<Row>({ rows, noun, max, newRow, rowClass, fields, onChange }: RowsEditorProps<Row>) {
  return (
    <div className={classes.rows}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows can be the same while they are typed
        <div key={index} className={rowClass}>
          {fields(row, index + 1, (change) =>
            onChange(rows.map((each, at) => (at === index ? { ...each, ...change } : each))),
          )}
          <ActionIcon
            size={30}
            aria-label={`Remove ${noun} ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={rows.length >= max}
          onClick={() => onChange([...rows, newRow])}
        >
          Add {noun}
        </Button>
      </div>
    </div>
  );
}
