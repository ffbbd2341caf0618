import { incidentSorts, incidentStatuses, severities } from "@opsplane/contract";
import { AssigneeFilter } from "../directory/assignee-filter.tsx";
import { incidentLooks, StatusText } from "../records/incident-status.tsx";
import { SeverityBadge, severityWords } from "../records/severity-badge.tsx";
import { ranges, rangeWords } from "../time/ranges.ts";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ListToolbar } from "../ui/list-toolbar.tsx";
import { chosenWords, optionsOf, toggled } from "../ui/words.ts";
import { type Filters, isView, openWork, sorts, views } from "./filters.ts";

interface ToolbarProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}

export function Toolbar({ filters, onChange }: ToolbarProps) {
  const plain = views.some(({ search }) => isView(filters, search));
  return (
    <ListToolbar
      of="incidents"
      placeholder="Search title, text, reference"
      filters={filters}
      sorts={optionsOf(incidentSorts, sorts)}
      onChange={onChange}
      onClear={
        plain
          ? undefined
          : () => onChange({ status: [...openWork], severity: [], assignee: undefined, q: "", range: undefined })
      }
    >
      <FilterMenu
        label="Status"
        summary={statusSummary(filters)}
        multiple
        options={incidentStatuses.map((status) => ({ value: status, label: <StatusText status={status} /> }))}
        chosen={filters.status}
        onToggle={(status) => onChange({ status: toggled(filters.status, status) })}
        onClear={() => onChange({ status: [] })}
      />
      <FilterMenu
        label="Severity"
        summary={filters.severity.join(", ") || undefined}
        multiple
        options={severities.map((severity) => ({
          value: severity,
          label: (
            <span style={{ display: "inline-flex", gap: 8, alignItems: "center" }}>
              <SeverityBadge severity={severity} /> {severityWords[severity]}
            </span>
          ),
        }))}
        chosen={filters.severity}
        onToggle={(severity) => onChange({ severity: toggled(filters.severity, severity) })}
        onClear={filters.severity.length > 0 ? () => onChange({ severity: [] }) : undefined}
      />
      <AssigneeFilter assignee={filters.assignee} onChange={(assignee) => onChange({ assignee })} />
      <FilterMenu
        label="Time"
        summary={filters.range ? rangeWords[filters.range] : undefined}
        options={optionsOf(ranges, rangeWords)}
        chosen={filters.range ? [filters.range] : []}
        onToggle={(range) => onChange({ range })}
        onClear={filters.range ? () => onChange({ range: undefined }) : undefined}
      />
    </ListToolbar>
  );
}

function statusSummary({ status }: Filters): string | undefined {
  if (status.length === openWork.length && status.every((word) => openWork.includes(word))) return "Open work";
  return chosenWords(status, incidentStatuses, (word) => incidentLooks[word].word);
}
