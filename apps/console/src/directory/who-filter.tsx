import { Button, Popover, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface WhoFilterProps {
  label: string;
  /** An id, `me`, `none`, or undefined for anyone. */
  value: string | undefined;
  /** The choice as the button shows it. */
  summary: string | undefined;
  /** The label for records without a person. */
  none: string;
  onChange: (value: string | undefined) => void;
  /** The control for one person or group. */
  children: (choose: (value: string | undefined) => void) => ReactNode;
}

/** Filters a list by my records, records without a person, or one person or group. */
export function WhoFilter({ label, value, summary, none, onChange, children }: WhoFilterProps) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const choose = (next: string | undefined) => {
    onChange(next);
    close();
  };
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
          {label}
          {summary ? (
            <>
              :&nbsp;<b style={{ fontWeight: 600 }}>{summary}</b>
            </>
          ) : null}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          <Button.Group>
            <Button flex={1} variant={value === "me" ? "filled" : "default"} onClick={() => choose("me")}>
              Me
            </Button>
            <Button flex={1} variant={value === "none" ? "filled" : "default"} onClick={() => choose("none")}>
              {none}
            </Button>
            <Button flex={1} variant={value ? "default" : "filled"} onClick={() => choose(undefined)}>
              Anyone
            </Button>
          </Button.Group>
          {children(choose)}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
