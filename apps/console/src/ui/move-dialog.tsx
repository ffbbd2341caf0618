import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { getHotkeyHandler } from "@mantine/hooks";
import { type ReactNode, useState } from "react";

export interface MoveWords {
  title: string;
  /** The name of the text: a note, closure notes. */
  label: string;
  hint: string;
  confirm: string;
  /** The move needs a reason. */
  required?: boolean;
  danger?: boolean;
}

interface MoveDialogProps {
  words: MoveWords;
  pending: boolean;
  onConfirm: (text: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the text that belongs to a move. */
export function MoveDialog({ words, pending, onConfirm, onClose, children }: MoveDialogProps) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState(false);
  const missing = words.required === true && text.trim() === "";
  const confirm = () => {
    if (missing) return setAsked(true);
    onConfirm(text.trim());
  };
  return (
    <Modal opened onClose={onClose} title={words.title} size="lg" closeOnClickOutside={text === ""}>
      <Stack gap="md" onKeyDown={getHotkeyHandler([["mod+Enter", confirm]])}>
        {children ? <Text size="sm">{children}</Text> : null}
        <Textarea
          label={words.label}
          description={words.hint}
          withAsterisk={words.required === true}
          error={asked && missing ? "Add a reason." : undefined}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={20_000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button size="sm" variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button size="sm" {...(words.danger ? { color: "red.9" } : {})} loading={pending} onClick={confirm}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
