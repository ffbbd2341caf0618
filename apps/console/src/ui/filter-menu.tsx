import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface Option<T extends string> {
  value: T;
  label: ReactNode;
}

interface FilterMenuProps<T extends string> {
  label: string;
  /** The choice in a word or two; without it only the label shows. */
  summary?: string | undefined;
  options: readonly Option<T>[];
  chosen: readonly T[];
  /** Allows several choices; the menu stays open. */
  multiple?: boolean;
  onToggle: (value: T) => void;
  onClear?: (() => void) | undefined;
}

export function FilterMenu<T extends string>(props: FilterMenuProps<T>) {
  const { label, summary, options, chosen, multiple = false, onToggle, onClear } = props;
  return (
    <Menu closeOnItemClick={!multiple} position="bottom-start" width={200}>
      <Menu.Target>
        <Button
          variant="default"
          fw={400}
          px={10}
          style={{ flex: "none" }}
          rightSection={<IconChevronDown size={13} aria-hidden="true" />}
        >
          {label}
          {summary ? (
            <>
              :&nbsp;<b style={{ fontWeight: 600 }}>{summary}</b>
            </>
          ) : null}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={380} style={{ overflowY: "auto" }}>
        {options.map(({ value, label: words }) =>
          multiple ? (
            <Menu.CheckboxItem key={value} checked={chosen.includes(value)} onChange={() => onToggle(value)}>
              {words}
            </Menu.CheckboxItem>
          ) : (
            <Menu.RadioItem
              closeMenuOnClick
              key={value}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            >
              {words}
            </Menu.RadioItem>
          ),
        )}
        {onClear ? (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={onClear}>
              All
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
