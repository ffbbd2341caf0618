import { Button, Popover, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { OwnerSelect, useOwners } from "../directory/owner-select.tsx";

interface OwnerFilterProps {
  owner: string | undefined;
  onChange: (owner: string | undefined) => void;
}

const words: Record<string, string> = { me: "Me and my groups", none: "Nobody" };

export function OwnerFilter({ owner, onChange }: OwnerFilterProps) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const one = useOwners("").find(({ id }) => id === owner);
  const choose = (next: string | undefined) => {
    onChange(next);
    close();
  };
  const summary = owner ? (words[owner] ?? one?.name ?? "One owner") : undefined;
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      trapFocus
      position="bottom-start"
      width={290}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          px={10}
          style={{ flex: "none" }}
          onClick={toggle}
          rightSection={<IconChevronDown size={13} aria-hidden="true" />}
        >
          Owner
          {summary ? (
            <>
              :&nbsp;<b style={{ fontWeight: 600 }}>{summary}</b>
            </>
          ) : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Owner">
        <Stack gap="xs">
          <Button.Group>
            <Button flex={1} variant={owner === "me" ? "filled" : "default"} onClick={() => choose("me")}>
              Me
            </Button>
            <Button flex={1} variant={owner === "none" ? "filled" : "default"} onClick={() => choose("none")}>
              Nobody
            </Button>
            <Button flex={1} variant={owner ? "default" : "filled"} onClick={() => choose(undefined)}>
              Anyone
            </Button>
          </Button.Group>
          <OwnerSelect
            aria-label="A person or group"
            placeholder="A person or group…"
            value={one ?? null}
            onChange={(next) => choose(next?.id)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
