import { ActionIcon, Button, Popover, Select, Stack, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { type FilterName, type FlowSearch, filterHints, filterNames, filterWords } from "./flow-filter.ts";
import classes from "./network.module.css";

interface FilterBarProps {
  search: FlowSearch;
  onChange: (search: FlowSearch) => void;
}

/** The filters of the page as chips. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const [opened, setOpened] = useState(false);
  const chosen = filterNames.filter((name) => search[name]);
  return (
    <section className={classes.filters} aria-label="Filters">
      {chosen.map((name) => (
        <span key={name} className={classes.chip}>
          {filterWords[name]}: <b>{search[name]}</b>
          <ActionIcon
            size={20}
            aria-label={`Remove filter ${filterWords[name]} ${search[name]}`}
            onClick={() => onChange({ [name]: undefined })}
          >
            <IconX size={12} />
          </ActionIcon>
        </span>
      ))}
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpened(!opened)}>
            Add filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filter flows">
          <FilterForm
            onDone={(filter) => {
              setOpened(false);
              onChange(filter);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {chosen.length > 1 ? (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => onChange(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      ) : null}
    </section>
  );
}

function FilterForm({ onDone }: { onDone: (search: FlowSearch) => void }) {
  const [name, setName] = useState<FilterName>("src_ip");
  const [value, setValue] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== "") onDone({ [name]: value.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={8} w={240}>
        <Select
          label="Field"
          size="xs"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={filterNames.map((each) => ({ value: each, label: filterWords[each] }))}
          value={name}
          onChange={(chosen) => setName(filterNames.find((each) => each === chosen) ?? "src_ip")}
        />
        <TextInput
          data-autofocus
          label="Value"
          size="xs"
          maxLength={50}
          placeholder={filterHints[name]}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" disabled={value.trim() === ""}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}
