import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { IncidentSummary } from "@opsplane/contract";
import { useState } from "react";
import { useCan } from "../session/context.tsx";
import { useIncidentSearch } from "./queries.ts";

interface IncidentPickerProps extends Pick<MultiSelectProps, "label" | "description" | "size" | "aria-label"> {
  value: string[];
  /** The linked incidents, so that their titles are known. */
  known: readonly Pick<IncidentSummary, "id" | "reference" | "title">[];
  onChange: (ids: string[]) => void;
}

/** Finds incidents by words or reference. */
export function IncidentPicker({ value, known, onChange, ...select }: IncidentPickerProps) {
  const mayRead = useCan()("incidents:read");
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const [seen, setSeen] = useState(() => new Map(known.map((incident) => [incident.id, incident])));
  const found = useIncidentSearch(q, mayRead).data?.items ?? [];
  const all = new Map([...known, ...seen.values(), ...found].map((incident) => [incident.id, incident]));
  const ids = new Set([...found.map(({ id }) => id), ...value]);
  const choose = (next: string[]) => {
    setSeen(all);
    onChange(next);
  };
  return (
    <MultiSelect
      size="sm"
      {...select}
      placeholder={value.length > 0 ? "" : mayRead ? "Search incidents…" : "You don't have access to incidents"}
      disabled={!mayRead}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      value={value}
      onChange={choose}
      data={[...ids].map((id) => ({ value: id, label: all.get(id)?.reference ?? id.slice(0, 8) }))}
      renderOption={({ option }) => (
        <span className="truncate">
          <span className="mono">{option.label}</span> {all.get(option.value)?.title}
        </span>
      )}
      maxValues={50}
      hidePickedOptions
      nothingFoundMessage="No incidents found"
      maxDropdownHeight={260}
    />
  );
}
