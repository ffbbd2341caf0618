import { Alert, Button, Group, Stack, Textarea } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import type { Incident } from "@opsplane/contract";
import { useState } from "react";
import { Markdown } from "../ui/markdown.tsx";
import { Panel } from "./panel.tsx";
import { useTextEdit } from "./text-edit.ts";

export function Description({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const action =
    mayWrite && !editing ? (
      <Button size="compact-sm" variant="subtle" color="gray" onClick={edit} aria-label="Edit the description">
        Edit
      </Button>
    ) : null;
  return (
    <Panel title="Description" action={action}>
      {editing ? (
        <DescriptionEditor incident={incident} onClose={() => setEditing(false)} />
      ) : incident.description ? (
        <Markdown source={incident.description} />
      ) : (
        <span className="dim">No description{mayWrite ? " yet. What do you see, and since when?" : "."}</span>
      )}
    </Panel>
  );
}

function DescriptionEditor({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const edit = useTextEdit(incident, "description", onClose);
  const keys = getHotkeyHandler([
    ["mod+Enter", edit.save],
    ["Escape", () => edit.draft === incident.description && onClose()],
  ]);
  return (
    <Stack gap="sm">
      {edit.theirs === undefined ? null : (
        <Conflict theirs={edit.theirs} onKeepMine={edit.keepMine} onTakeTheirs={onClose} />
      )}
      <Textarea
        aria-label="Description, in markdown"
        autosize
        minRows={6}
        maxRows={30}
        maxLength={50_000}
        autoFocus
        value={edit.draft}
        onChange={(event) => edit.setDraft(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={edit.saving} onClick={edit.save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

interface ConflictProps {
  theirs: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

function Conflict({ theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <Alert
      color="yellow"
      variant="light"
      p="sm"
      role="alert"
      title="Somebody has changed this text while you were editing"
    >
      Your draft is kept below. This is theirs:
      <blockquote style={{ margin: "8px 0", maxHeight: 220, overflow: "auto" }}>
        <Markdown source={theirs || "*empty*"} />
      </blockquote>
      <Group gap="xs">
        <Button variant="default" onClick={onKeepMine}>
          Go on with mine
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Take theirs, drop mine
        </Button>
      </Group>
    </Alert>
  );
}
