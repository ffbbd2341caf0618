import { Button, Group, Kbd, Textarea } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import type { Incident } from "@opsplane/contract";
import { useRef, useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { useAddNote } from "./changes.ts";

export function NoteForm({ incident }: { incident: Incident }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState("");
  const add = useAddNote(incident);
  useKeys([{ keys: "c", label: "Write a note", group: "Incident", run: () => field.current?.focus() }]);
  const send = () => {
    if (note.trim() && !add.isPending) add.mutate(note, { onSuccess: () => setNote("") });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={field}
        aria-label="Note, in markdown"
        placeholder="Write a note… (markdown)"
        autosize
        minRows={2}
        maxRows={16}
        maxLength={20_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([
          ["mod+Enter", send],
          ["Escape", () => field.current?.blur()],
        ])}
      />
      {note ? (
        <Group justify="flex-end" gap="sm" mt="xs">
          <span className="dim">
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd>
          </span>
          <Button type="submit" loading={add.isPending} disabled={!note.trim()}>
            Add note
          </Button>
        </Group>
      ) : null}
    </form>
  );
}
