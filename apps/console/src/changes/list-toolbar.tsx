import { Button } from "@mantine/core";
import { changeSorts, changeStatuses, changeTypes, riskLevels } from "@opsplane/contract";
import { IconX } from "@tabler/icons-react";
import { AssigneeFilter } from "../directory/assignee-filter.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import classes from "../ui/list-page.module.css";
import { SearchField } from "../ui/search-field.tsx";
import { chosenWords, optionsOf, toggled } from "../ui/words.ts";
import { ChangeStatusText, changeLooks, RiskBadge, riskWords, typeWords } from "./badges.tsx";
import { type ChangeFilters, isPlain, sorts } from "./filters.ts";

interface ToolbarProps {
  filters: ChangeFilters;
  onChange: (changes: Partial<ChangeFilters>) => void;
}

export function Toolbar({ filters, onChange }: ToolbarProps) {
  const { status, type, risk } = filters;
  return (
    <search className={classes.toolbar} aria-label="Filter changes">
      <SearchField
        className={classes.search ?? ""}
        label="Search changes"
        placeholder="Search title, text, reference"
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <div className={classes.filters}>
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
        {isPlain(filters) ? null : (
          <Button
            variant="subtle"
            color="gray"
            px={8}
            style={{ flex: "none" }}
            leftSection={<IconX size={13} />}
            onClick={() => onChange({ status: [], type: [], risk: [], assignee: undefined, q: "" })}
          >
            Clear
          </Button>
        )}
        <FilterMenu
          label="Sort"
          summary={sorts[filters.sort]}
          options={optionsOf(changeSorts, sorts)}
          chosen={[filters.sort]}
          onToggle={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  );
}
