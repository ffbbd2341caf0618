import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { KeyBinding } from "../keys/keyboard.ts";
import { useKeyboard } from "../keys/keys.tsx";

const always: Omit<KeyBinding, "run">[] = [
  { keys: "Ctrl K", label: "Search or jump to anything", group: "Everywhere" },
  { keys: "Ctrl Enter", label: "Send a note or save a text", group: "Everywhere" },
];

/** Every key that works on this page, as the pages themselves have registered them. */
export function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const keyboard = useKeyboard();
  const bindings = opened ? [...always, ...keyboard.bindings()] : [];
  const groups = [...new Set(bindings.map(({ group }) => group))];
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        {groups.map((group) => (
          <Stack key={group} gap={6}>
            <Title order={3}>{group}</Title>
            {bindings
              .filter((binding) => binding.group === group)
              .map(({ keys, label }) => (
                <Group key={keys} justify="space-between" wrap="nowrap" gap="sm">
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
          </Stack>
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="lg">
        Keys rest while you type in a field.
      </Text>
    </Modal>
  );
}
