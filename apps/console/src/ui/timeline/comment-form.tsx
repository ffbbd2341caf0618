import { Button, Group, Kbd, Textarea } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import { useRef } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { useDraft } from "../draft.ts";

interface CommentFormProps {
  /** The name of the text: a note, a comment. */
  what: "note" | "comment";
  /** The group of its key in the keyboard help. */
  group: string;
  /** The record that it belongs to. */
  recordId: string;
  sending: boolean;
  onSend: (body: string, done: { onSuccess: () => void }) => void;
}

export function CommentForm({ what, group, recordId, sending, onSend }: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useDraft(`${what}:${recordId}`);
  useKeys([{ keys: "c", label: `Add a ${what}`, group, run: () => field.current?.focus() }]);
  const send = () => {
    if (written.trim() && !sending) onSend(written, { onSuccess: () => setWritten("") });
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
        aria-label={`${what === "note" ? "Note" : "Comment"}, in markdown`}
        placeholder={`Add a ${what}…`}
        autosize
        minRows={2}
        maxRows={16}
        maxLength={20_000}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={getHotkeyHandler([
          ["mod+Enter", send],
          ["Escape", () => field.current?.blur()],
        ])}
      />
      {written ? (
        <Group justify="flex-end" gap="sm" mt="xs">
          <span className="dim">
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd>
          </span>
          <Button type="submit" loading={sending} disabled={!written.trim()}>
            Add {what}
          </Button>
        </Group>
      ) : null}
    </form>
  );
}
