import { Alert, Button, Group, Stack, Textarea } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import { Markdown } from "./markdown.tsx";
import type { TextEdit } from "./text-edit.ts";
import { VersionChoice } from "./version-choice.tsx";

interface MarkdownEditorProps {
  label: string;
  edit: TextEdit;
  onClose: () => void;
}

/** Edits a text in place: Ctrl-Enter saves, Esc leaves an unchanged text, and concurrent edits are not lost. */
export function MarkdownEditor({ label, edit, onClose }: MarkdownEditorProps) {
  const close = () => {
    edit.discard();
    onClose();
  };
  const keys = getHotkeyHandler([
    ["mod+Enter", edit.save],
    ["Escape", () => !edit.touched && close()],
  ]);
  return (
    <Stack gap="sm">
      {edit.theirs === undefined ? null : (
        <Conflict theirs={edit.theirs} onKeepMine={edit.keepMine} onTakeTheirs={close} />
      )}
      <Textarea
        aria-label={`${label}, in markdown`}
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
        <Button variant="default" onClick={close}>
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
      title="Someone else changed this text while you were editing"
    >
      Your draft is kept below. Their version:
      <blockquote style={{ margin: "8px 0", maxHeight: 220, overflow: "auto" }}>
        <Markdown source={theirs || "*empty*"} />
      </blockquote>
      <VersionChoice onKeepMine={onKeepMine} onTakeTheirs={onTakeTheirs} />
    </Alert>
  );
}
