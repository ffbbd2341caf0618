import { Button } from "@mantine/core";
import { incidentStatuses, severities } from "@opsplane/contract";
import { IconX } from "@tabler/icons-react";
import { AssigneeFilter } from "../directory/assignee-filter.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import classes from "../ui/list-page.module.css";
import { SearchField } from "../ui/search-field.tsx";
import { type Filters, isView, openWork, type Range, ranges, sorts, views } from "./filters.ts";
import { SeverityBadge, severityWords } from "./severity-badge.tsx";
import { StatusText, statusWords } from "./status-text.tsx";

interface ToolbarProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}

export function Toolbar({ filters, onChange }: ToolbarProps) {
  const plain = views.some(({ search }) => isView(filters, search));
  return (
    <search className={classes.toolbar} aria-label="Filter incidents">
      <SearchField
        className={classes.search ?? ""}
        label="Search incidents"
        placeholder="Search title, text, reference"
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <div className={classes.filters}>
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
        <FilterMenu<Range>
          label="Time"
          summary={filters.range ? ranges[filters.range] : undefined}
          options={entries(ranges)}
          chosen={filters.range ? [filters.range] : []}
          onToggle={(range) => onChange({ range })}
          onClear={filters.range ? () => onChange({ range: undefined }) : undefined}
        />
        {plain ? null : (
          <Button
            variant="subtle"
            color="gray"
            px={8}
            style={{ flex: "none" }}
            leftSection={<IconX size={13} />}
            onClick={() =>
              onChange({ status: [...openWork], severity: [], assignee: undefined, q: "", range: undefined })
            }
          >
            Clear
          </Button>
        )}
        <FilterMenu
          label="Sort"
          summary={sorts[filters.sort]}
          options={entries(sorts)}
          chosen={[filters.sort]}
          onToggle={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  );
}

function statusSummary({ status }: Filters): string | undefined {
  if (status.length === 0) return undefined;
  if (status.length === openWork.length && status.every((word) => openWork.includes(word))) return "Open work";
  return status.length > 2
    ? `${status.length} of ${incidentStatuses.length}`
    : status.map((word) => statusWords[word]).join(", ");
}

function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

function entries<T extends string>(words: Record<T, string>): { value: T; label: string }[] {
  // Object.keys forgets the keys' type; these tables are literals, so that it is known.
  return (Object.keys(words) as T[]).map((value) => ({ value, label: words[value] }));
}
