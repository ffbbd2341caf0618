import { Button, Popover, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { PersonSelect } from "../directory/person-select.tsx";
import { usePeople } from "../directory/queries.ts";

interface AssigneeFilterProps {
  assignee: string | undefined;
  onChange: (assignee: string | undefined) => void;
}

const words: Record<string, string> = { me: "Me", none: "Nobody" };

export function AssigneeFilter({ assignee, onChange }: AssigneeFilterProps) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const { data } = usePeople("");
  const person = data?.items.find(({ id }) => id === assignee);
  const choose = (next: string | undefined) => {
    onChange(next);
    close();
  };
  const summary = assignee ? (words[assignee] ?? person?.name ?? "One person") : undefined;
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
          Assignee
          {summary ? (
            <>
              :&nbsp;<b style={{ fontWeight: 600 }}>{summary}</b>
            </>
          ) : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Assignee">
        <Stack gap="xs">
          <Button.Group>
            <Button flex={1} variant={assignee === "me" ? "filled" : "default"} onClick={() => choose("me")}>
              Me
            </Button>
            <Button flex={1} variant={assignee === "none" ? "filled" : "default"} onClick={() => choose("none")}>
              Nobody
            </Button>
            <Button flex={1} variant={assignee ? "default" : "filled"} onClick={() => choose(undefined)}>
              Anyone
            </Button>
          </Button.Group>
          <PersonSelect
            aria-label="A person"
            placeholder="A person…"
            value={person?.id ?? null}
            chosen={person ?? null}
            onChange={(id) => choose(id ?? undefined)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
