import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ownerTypes } from "@opsplane/contract";
import { useState } from "react";
import { usePeople, useTeams } from "./queries.ts";

export interface Owner {
  type: (typeof ownerTypes)[number];
  id: string;
  name: string;
}

interface OwnerSelectProps
  extends Pick<SelectProps, "label" | "placeholder" | "description" | "size" | "aria-label" | "error" | "disabled"> {
  value: Owner | null;
  onChange: (owner: Owner | null) => void;
}

/** Chooses a person or group of this tenant by a part of the name. */
export function OwnerSelect({ value, onChange, ...select }: OwnerSelectProps) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed === value?.name ? "" : typed, 150);
  const owners = useOwners(q);
  if (value && !owners.some(({ id }) => id === value.id)) owners.unshift(value);
  const data = ownerTypes
    .map((type) => ({
      group: type === "user" ? "People" : "Groups",
      items: owners.filter((owner) => owner.type === type).map(({ id, name }) => ({ value: id, label: name })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Select
      {...select}
      value={value?.id ?? null}
      onChange={(id) => onChange(owners.find((owner) => owner.id === id) ?? null)}
      data={data}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear", tabIndex: -1 }}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No users or groups found"
      maxDropdownHeight={280}
    />
  );
}

/** People and groups whose names match. */
export function useOwners(q: string): Owner[] {
  const people = usePeople(q).data?.items ?? [];
  const teams = useTeams(q).data?.items ?? [];
  return [
    ...people.map(({ id, name }): Owner => ({ type: "user", id, name })),
    ...teams.map(({ id, name }): Owner => ({ type: "group", id, name })),
  ];
}
