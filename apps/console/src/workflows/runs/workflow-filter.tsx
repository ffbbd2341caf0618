import { FilterMenu } from "../../ui/filter-menu.tsx";
import { useWorkflowSearch } from "../queries.ts";

interface WorkflowFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

const maxChoices = 200;

/** Shows the runs of one workflow. */
export function WorkflowFilter({ value, onChange }: WorkflowFilterProps) {
  const workflows = useWorkflowSearch("", true, maxChoices).data?.items ?? [];
  const chosen = workflows.find(({ id }) => id === value);
  return (
    <FilterMenu
      label="Workflow"
      summary={value ? (chosen?.name ?? value.slice(0, 8)) : undefined}
      options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={value ? [value] : []}
      onToggle={onChange}
      onClear={value ? () => onChange(undefined) : undefined}
    />
  );
}
