import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useItemSearch, useItemsByIds } from "../../cmdb/index.ts";
import { useCan } from "../../session/context.tsx";
import { useHosts } from "../queries.ts";

interface TargetsPickerProps {
  value: readonly string[];
  /** Said below the label. */
  description?: string;
  onChange: (ids: string[]) => void;
}

const maxHosts = 50;

/** Chooses hosts, and configuration items that are hosts. */
export function TargetsPicker({ value, description, onChange }: TargetsPickerProps) {
  const mayReadItems = useCan()("cmdb:read");
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const [q] = useDebouncedValue(words, 150);
  const hosts = useHosts().data ?? [];
  const found = useItemSearch(q, mayReadItems).data?.items ?? [];
  const chosen = useItemsByIds(
    value.filter((id) => !hosts.some((host) => host.id === id)),
    mayReadItems,
  ).data;
  const items = new Map([...found, ...(chosen ?? [])].map(({ id, name }) => [id, name]));
  const shownHosts = hosts
    .filter(({ id, name, enabled }) => value.includes(id) || (enabled && name.toLowerCase().includes(words)))
    .slice(0, maxHosts + value.length);
  return (
    <MultiSelect
      size="sm"
      label="Targets"
      {...(description ? { description } : {})}
      placeholder={value.length > 0 ? "" : "Search hosts and CIs…"}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      hidePickedOptions
      maxValues={100}
      maxDropdownHeight={260}
      nothingFoundMessage="No hosts or CIs found"
      value={[...value]}
      onChange={onChange}
      data={[
        { group: "Hosts", items: shownHosts.map(({ id, name }) => ({ value: id, label: name })) },
        { group: "Configuration items", items: [...items].map(([id, name]) => ({ value: id, label: name })) },
      ]}
    />
  );
}
