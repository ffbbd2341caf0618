import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { DirectoryUser } from "@opsplane/contract";
import { useState } from "react";
import { usePeople } from "./queries.ts";

interface PersonSelectProps
  extends Pick<
    SelectProps,
    "label" | "placeholder" | "description" | "size" | "aria-label" | "error" | "disabled" | "w"
  > {
  value: string | null;
  /** The chosen person, so that the name shows before the directory has loaded. */
  chosen?: DirectoryUser | null;
  onChange: (id: string | null) => void;
}

/** Chooses a person of this tenant by a part of the name or email. */
export function PersonSelect({ value, chosen, onChange, ...select }: PersonSelectProps) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed === chosen?.name ? "" : typed, 150);
  const { data } = usePeople(q);
  const people = [...(data?.items ?? [])];
  if (chosen && !people.some(({ id }) => id === chosen.id)) people.unshift(chosen);
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  return (
    <Select
      {...select}
      value={value}
      onChange={onChange}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear", tabIndex: -1 }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No users found"
      maxDropdownHeight={280}
      renderOption={({ option }) => (
        <span className="truncate">
          {option.label} <span className="dim">{emails.get(option.value)}</span>
        </span>
      )}
    />
  );
}
