import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy, IconDots, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { AskDialog } from "./ask-dialog.tsx";

interface RecordMenuProps {
  name: string;
  onDuplicate?: () => void;
  onDelete: () => void;
  /** What goes with it when it is deleted. */
  children: ReactNode;
}

/** What is done rarely with a record: duplicate it, or delete it after a question. */
export function RecordMenu({ name, onDuplicate, onDelete, children }: RecordMenuProps) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions">
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onDuplicate ? (
            <Menu.Item leftSection={<IconCopy size={15} />} onClick={onDuplicate}>
              Duplicate
            </Menu.Item>
          ) : null}
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setAsked(true)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AskDialog
        opened={asked}
        title={`Delete ${name}?`}
        confirm="Delete"
        onClose={() => setAsked(false)}
        onConfirm={onDelete}
      >
        {children}
      </AskDialog>
    </>
  );
}
