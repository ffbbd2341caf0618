import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useSlo, useSlos } from "./queries.ts";

interface SloSelectProps {
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** Chooses an objective by a part of its name. */
export function SloSelect({ value, error, onChange }: SloSelectProps) {
  const [typed, setTyped] = useState("");
  const chosen = useSlo(value, value !== "").data;
  const [q] = useDebouncedValue(typed === chosen?.name ? "" : typed, 150);
  const found = useSlos(q ? { q } : {}).data ?? [];
  const options = new Map(found.map(({ id, name }) => [id, name]));
  if (chosen) options.set(chosen.id, chosen.name);
  return (
    <Select
      label="SLO"
      placeholder="Type a name"
      error={error}
      searchable
      allowDeselect={false}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage="No SLOs found"
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      value={value || null}
      onChange={(id) => onChange(id ?? value)}
    />
  );
}
