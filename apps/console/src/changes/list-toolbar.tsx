import { changeSorts, changeStatuses, changeTypes, riskLevels } from "@opsplane/contract";
import { AssigneeFilter } from "../directory/assignee-filter.tsx";
import { ChangeStatusText, changeLooks, RiskBadge, riskWords, typeWords } from "../records/change-badges.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ListToolbar } from "../ui/list-toolbar.tsx";
import { chosenWords, optionsOf, toggled } from "../ui/words.ts";
import { type ChangeFilters, isPlain, sorts } from "./filters.ts";

interface ToolbarProps {
  filters: ChangeFilters;
  onChange: (changes: Partial<ChangeFilters>) => void;
}

export function Toolbar({ filters, onChange }: ToolbarProps) {
  const { status, type, risk } = filters;
  return (
    <ListToolbar
      of="changes"
      placeholder="Search title, text, reference"
      filters={filters}
      sorts={optionsOf(changeSorts, sorts)}
      onChange={onChange}
      onClear={
        isPlain(filters) ? undefined : () => onChange({ status: [], type: [], risk: [], assignee: undefined, q: "" })
      }
    >
      <FilterMenu
        label="Status"
        summary={chosenWords(status, changeStatuses, (word) => changeLooks[word].word)}
        multiple
        options={changeStatuses.map((value) => ({ value, label: <ChangeStatusText status={value} /> }))}
        chosen={status}
        onToggle={(value) => onChange({ status: toggled(status, value) })}
        onClear={status.length > 0 ? () => onChange({ status: [] }) : undefined}
      />
      <FilterMenu
        label="Type"
        summary={chosenWords(type, changeTypes, (word) => typeWords[word])}
        multiple
        options={optionsOf(changeTypes, typeWords)}
        chosen={type}
        onToggle={(value) => onChange({ type: toggled(type, value) })}
        onClear={type.length > 0 ? () => onChange({ type: [] }) : undefined}
      />
      <FilterMenu
        label="Risk"
        summary={chosenWords(risk, riskLevels, (word) => riskWords[word])}
        multiple
        options={riskLevels.map((value) => ({ value, label: <RiskBadge risk={value} /> }))}
        chosen={risk}
        onToggle={(value) => onChange({ risk: toggled(risk, value) })}
        onClear={risk.length > 0 ? () => onChange({ risk: [] }) : undefined}
      />
      <AssigneeFilter assignee={filters.assignee} onChange={(assignee) => onChange({ assignee })} />
    </ListToolbar>
  );
}
