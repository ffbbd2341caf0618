import { Group, Kbd, Modal, Text, Title } from "@mantine/core";
import type { KeyBinding } from "../keys/keyboard.ts";
import { useKeyboard } from "../keys/keys.tsx";
import classes from "./key-help.module.css";

interface KeyHelpProps {
  opened: boolean;
  /** Shortcuts that are not registered, because components handle them. */
  always?: readonly Omit<KeyBinding, "run">[];
  onClose: () => void;
}

/** Every shortcut that works on this page, as the page registered them. */
export function KeyHelp({ opened, always = [], onClose }: KeyHelpProps) {
  const keyboard = useKeyboard();
  const bindings = opened ? [...always, ...keyboard.bindings()] : [];
  const groups = [...new Set(bindings.map(({ group }) => group))];
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={classes.columns}>
        {groups.map((group) => (
          <div key={group} className={classes.group}>
            <Title order={3} className={classes.name ?? ""}>
              {group}
            </Title>
            {bindings
              .filter((binding) => binding.group === group)
              .map(({ keys, label }) => (
                <Group key={keys} className={classes.row ?? ""} justify="space-between" wrap="nowrap" gap="sm">
                  <Text size="sm">{label}</Text>
                  <Group gap={4} wrap="nowrap">
                    {keys.split(" ").map((key) => (
                      <Kbd key={key} size="xs">
                        {key}
                      </Kbd>
                    ))}
                  </Group>
                </Group>
              ))}
          </div>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt="xs">
        Shortcuts are off while you type in a field.
      </Text>
    </Modal>
  );
}
