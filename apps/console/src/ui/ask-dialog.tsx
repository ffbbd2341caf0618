import { Button, Group, Modal, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface AskDialogProps {
  opened: boolean;
  title: string;
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an action that affects others or cannot be undone. */
export function AskDialog({ opened, title, confirm, onConfirm, onClose, children }: AskDialogProps) {
  const agree = () => {
    onClose();
    onConfirm();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm">
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" color="red.9" onClick={agree} data-autofocus>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
