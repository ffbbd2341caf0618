import { ActionIcon, Button, Group, Stack, Tooltip } from "@mantine/core";
import type { ConfigItem } from "@opsplane/contract";
import { IconFilter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { attributesOf, byName, emptyRow, problemOf, rowsOf, sameAttributes, written } from "./attribute-rows.ts";
import classes from "./attributes.module.css";
import { AttributesEditor } from "./attributes-editor.tsx";
import { theirs, useItemEdit } from "./item-edit.ts";

export function AttributesPanel({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  const entries = byName(item.attributes);
  const action =
    mayWrite && !editing ? (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => setEditing(true)}
        aria-label="Edit attributes"
      >
        {entries.length > 0 ? "Edit" : "Add"}
      </Button>
    ) : null;
  return (
    <Panel title="Attributes" action={action}>
      {editing ? (
        <Editor item={item} onClose={() => setEditing(false)} />
      ) : entries.length > 0 ? (
        <table className={classes.table}>
          <tbody>
            {entries.map(([key, value]) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>
                  <div className={classes.value}>
                    <Value value={value} />
                    <FindAlike name={key} value={value} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <span className="dim">No attributes.{mayWrite ? " Add version, address, serial number…" : ""}</span>
      )}
    </Panel>
  );
}

function Value({ value }: { value: unknown }) {
  if (typeof value === "boolean") return <span>{value ? "yes" : "no"}</span>;
  if (typeof value === "string") return value === "" ? <span className="dim">empty</span> : <span>{value}</span>;
  if (typeof value === "number") return <span className="mono">{value}</span>;
  const short = JSON.stringify(value);
  return <pre>{short.length > 60 ? written(value) : short}</pre>;
}

/** Opens the list of items with the same value. */
function FindAlike({ name, value }: { name: string; value: unknown }) {
  const navigate = useNavigate();
  if (typeof value === "object") return null;
  const attribute = `${name}=${String(value)}`;
  return (
    <Tooltip label={`Show CIs with ${attribute}`}>
      <ActionIcon
        size={20}
        aria-label={`Show CIs with ${attribute}`}
        onClick={() => void navigate({ to: "/cmdb", search: { attribute } })}
      >
        <IconFilter size={13} />
      </ActionIcon>
    </Tooltip>
  );
}

function Editor({ item, onClose }: { item: ConfigItem; onClose: () => void }) {
  const [rows, setRows] = useState(() => {
    const there = rowsOf(item.attributes);
    return there.length > 0 ? there : [emptyRow(there)];
  });
  const [tried, setTried] = useState(false);
  const wrong = rows.some((row) => problemOf(row, rows) !== undefined);
  const edit = useItemEdit(
    item,
    (started) => {
      if (wrong) return {};
      const attributes = attributesOf(rows);
      return sameAttributes(attributes, started.attributes) ? {} : { attributes };
    },
    onClose,
  );
  const save = () => {
    setTried(true);
    if (!wrong) edit.save();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="sm">
        <RecordConflict {...edit.conflictFace} what="this item" theirs={theirs(item)} onTakeTheirs={onClose} />
        <AttributesEditor rows={rows} onChange={setRows} showProblems={tried} />
        <FormProblem error={edit.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={edit.saving}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
