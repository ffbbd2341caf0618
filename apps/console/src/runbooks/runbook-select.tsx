import { Select, type SelectProps } from "@mantine/core";
import { useCan } from "../session/context.tsx";
import { usePublishedRunbooks } from "./queries.ts";

interface RunbookSelectProps
  extends Pick<SelectProps, "label" | "description" | "error" | "withAsterisk" | "clearable" | "clearButtonProps"> {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses a published runbook. */
export function RunbookSelect({ value, onChange, ...select }: RunbookSelectProps) {
  const mayRead = useCan()("runbooks:read");
  const runbooks = usePublishedRunbooks(mayRead).data ?? [];
  const data = runbooks.map(({ id, name }) => ({ value: id, label: name }));
  // One that was archived, or that this person cannot read, stays chosen.
  if (value && !runbooks.some(({ id }) => id === value)) data.push({ value, label: `Runbook ${value.slice(0, 8)}` });
  return (
    <Select
      {...select}
      placeholder={mayRead ? "Choose a runbook" : "You don't have access to runbooks"}
      searchable
      nothingFoundMessage="No published runbooks found"
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}
