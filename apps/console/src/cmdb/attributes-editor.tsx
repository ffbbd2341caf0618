import { ActionIcon, Button, Select, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type AttributeRow, attributeKinds, emptyRow, kindWords, problemOf } from "./attribute-rows.ts";
import classes from "./attributes.module.css";

interface AttributesEditorProps {
  rows: readonly AttributeRow[];
  onChange: (rows: AttributeRow[]) => void;
  /** Shows problems beside each row, after the first attempt to save. */
  showProblems: boolean;
}

const maxRows = 200;

/** Custom attributes as rows of name, type and value. */
export function AttributesEditor({ rows, onChange, showProblems }: AttributesEditorProps) {
  const change = (id: number, changes: Partial<AttributeRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  return (
    <div className={classes.editor}>
      {rows.map((row) => (
        <Line
          key={row.id}
          row={row}
          problem={showProblems ? problemOf(row, rows) : undefined}
          onChange={(changes) => change(row.id, changes)}
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        />
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={rows.length >= maxRows}
          onClick={() => onChange([...rows, emptyRow(rows)])}
        >
          Add attribute
        </Button>
      </div>
    </div>
  );
}

interface LineProps {
  row: AttributeRow;
  problem: string | undefined;
  onChange: (changes: Partial<AttributeRow>) => void;
  onRemove: () => void;
}

function Line({ row, problem, onChange, onRemove }: LineProps) {
  const name = row.key || "new attribute";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset per line would be announced at length
    <div className={classes.line} role="group" aria-label={`Attribute ${name}`}>
      <TextInput
        size="xs"
        aria-label={`Name of ${name}`}
        placeholder="os"
        maxLength={100}
        autoFocus={row.key === ""}
        value={row.key}
        error={problem !== undefined}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <div>
        <Select
          size="xs"
          aria-label={`Kind of ${name}`}
          allowDeselect={false}
          withCheckIcon={false}
          data={attributeKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
          value={row.kind}
          onChange={(value) => {
            const kind = attributeKinds.find((one) => one === value);
            if (kind) onChange({ kind, ...(kind === "boolean" ? { text: "true" } : {}) });
          }}
        />
      </div>
      <div className={classes.worth}>
        <Value row={row} label={`Value of ${name}`} problem={problem} onChange={(text) => onChange({ text })} />
      </div>
      <ActionIcon size={30} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={15} />
      </ActionIcon>
    </div>
  );
}

interface ValueProps {
  row: AttributeRow;
  label: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

function Value({ row, label, problem, onChange }: ValueProps) {
  if (row.kind === "boolean")
    return (
      <Select
        size="xs"
        aria-label={label}
        allowDeselect={false}
        error={problem}
        data={[
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]}
        value={row.text === "true" ? "true" : "false"}
        onChange={(text) => text && onChange(text)}
      />
    );
  if (row.kind === "number")
    return (
      <TextInput
        size="xs"
        inputMode="decimal"
        aria-label={label}
        error={problem}
        value={row.text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <Textarea
      size="xs"
      autosize
      minRows={1}
      maxRows={8}
      aria-label={label}
      error={problem}
      value={row.text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
