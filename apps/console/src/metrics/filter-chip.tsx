import { ActionIcon, Autocomplete, Button, Group, Popover, Select, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type FormEvent, type ReactElement, useState } from "react";
import type { Interval } from "../time/range.ts";
import classes from "./metrics.module.css";
import { useLabels, useLabelValues } from "./queries.ts";
import { type LabelFilter, operators } from "./query-text.ts";

interface FilterContext {
  /** The letter of the query, for the accessible name. Absent where there is only one. */
  letter?: string;
  metric: string;
  interval: Interval;
}

interface FilterChipProps extends FilterContext {
  filter: LabelFilter;
  onChange: (filter: LabelFilter) => void;
  onRemove: () => void;
}

/** A filter by label. A click edits it. */
export function FilterChip({ filter, onChange, onRemove, ...context }: FilterChipProps) {
  const { label, operator, value } = filter;
  const text = `${label} ${operator} ${value || '""'}`;
  return (
    <span className={classes.chip}>
      <FilterPopover {...context} filter={filter} onDone={onChange}>
        {(open) => (
          <button type="button" className={classes.chipText} aria-label={`Edit filter ${text}`} onClick={open}>
            {label} <b>{operator}</b> {value || '""'}
          </button>
        )}
      </FilterPopover>
      <ActionIcon size={20} aria-label={`Remove filter ${text}`} onClick={onRemove}>
        <IconX size={12} />
      </ActionIcon>
    </span>
  );
}

export function AddFilter({ onAdd, ...context }: FilterContext & { onAdd: (filter: LabelFilter) => void }) {
  return (
    <FilterPopover {...context} filter={{ label: "", operator: "=", value: "" }} onDone={onAdd}>
      {(open) => (
        <Button
          variant="subtle"
          color="gray"
          px={6}
          leftSection={<IconPlus size={13} />}
          aria-label={context.letter ? `Add filter to ${context.letter.toUpperCase()}` : "Add filter"}
          onClick={open}
        >
          Filter
        </Button>
      )}
    </FilterPopover>
  );
}

interface FilterPopoverProps extends FilterContext {
  filter: LabelFilter;
  onDone: (filter: LabelFilter) => void;
  children: (open: () => void) => ReactElement;
}

function FilterPopover({ filter, onDone, children, ...context }: FilterPopoverProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>{children(() => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label="Filter by label">
        <FilterForm
          {...context}
          filter={filter}
          onDone={(done) => {
            setOpened(false);
            onDone(done);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const operatorWords: Record<LabelFilter["operator"], string> = {
  "=": "= is",
  "!=": "!= is not",
  "=~": "=~ matches",
  "!~": "!~ does not match",
};

function FilterForm({ metric, interval, filter, onDone }: Omit<FilterPopoverProps, "children">) {
  const [label, setLabel] = useState(filter.label);
  const [operator, setOperator] = useState(filter.operator);
  const [value, setValue] = useState(filter.value);
  const [q] = useDebouncedValue(value === filter.value || operator.endsWith("~") ? "" : value, 150);
  const labels = useLabels(metric, [], interval, true);
  const isKnown = labels.data?.some(({ name }) => name === label) ?? false;
  const values = useLabelValues(metric, label, q, interval, isKnown);
  const counts = new Map((labels.data ?? []).map(({ name, values: count }) => [name, count]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim() !== "") onDone({ label: label.trim(), operator, value });
  };
  // The lists open inside the popover, so that a click in them does not close it.
  const comboboxProps = { withinPortal: false };
  return (
    <form onSubmit={submit}>
      <Stack gap={8} w={260}>
        <Autocomplete
          label="Label"
          data-autofocus
          size="xs"
          maxLength={200}
          value={label}
          data={[...counts.keys()]}
          comboboxProps={comboboxProps}
          maxDropdownHeight={220}
          onChange={setLabel}
          renderOption={({ option }) => (
            <Group justify="space-between" w="100%" wrap="nowrap">
              <span>{option.value}</span>
              <span className="dim">{counts.get(option.value)} values</span>
            </Group>
          )}
        />
        <Select
          label="Operator"
          size="xs"
          allowDeselect={false}
          comboboxProps={comboboxProps}
          data={operators.map((each) => ({ value: each, label: operatorWords[each] }))}
          value={operator}
          onChange={(chosen) => setOperator(operators.find((each) => each === chosen) ?? "=")}
        />
        <Autocomplete
          label="Value"
          size="xs"
          maxLength={500}
          value={value}
          data={(values.data ?? []).map((each) => each.value)}
          filter={({ options }) => options}
          comboboxProps={comboboxProps}
          maxDropdownHeight={220}
          onChange={setValue}
        />
        <Button type="submit" disabled={label.trim() === ""}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}
