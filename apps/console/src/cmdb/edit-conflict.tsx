import { Alert, Button, Group } from "@mantine/core";
import type { ConfigItem } from "@opsplane/contract";
import { written } from "./attribute-rows.ts";
import type { ItemEdit } from "./item-edit.ts";

interface EditConflictProps {
  item: ConfigItem;
  edit: ItemEdit;
  onDrop: () => void;
}

/** Shows someone else's changes of the edited fields. The draft is kept. */
export function EditConflict({ item, edit, onDrop }: EditConflictProps) {
  if (!edit.conflict) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      p="sm"
      role="alert"
      title={`${edit.refused ? "Not saved: somebody" : "Somebody"} has changed this item while you were editing`}
    >
      {edit.conflict.length > 0 ? "Your draft is kept. This is theirs now:" : "Other fields than yours; save again."}
      <ul style={{ margin: "6px 0", paddingLeft: 18, maxHeight: 220, overflow: "auto" }}>
        {edit.conflict.map((field) => (
          <li key={field}>
            {field}: <span className="mono">{said(Reflect.get(item, field)) || "empty"}</span>
          </li>
        ))}
      </ul>
      {edit.conflict.length > 0 ? (
        <Group gap="xs">
          <Button variant="default" onClick={edit.keepMine}>
            Go on with mine
          </Button>
          <Button variant="default" onClick={onDrop}>
            Take theirs, drop mine
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

function said(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
  return value === null || value === undefined ? "" : written(value);
}
