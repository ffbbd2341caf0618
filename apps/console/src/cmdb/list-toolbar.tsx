import { Button } from "@mantine/core";
import { itemSorts } from "@opsplane/contract";
import { IconX } from "@tabler/icons-react";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ListToolbar } from "../ui/list-toolbar.tsx";
import { optionsOf } from "../ui/words.ts";
import type { Facet } from "./facets.ts";
import { type Filters, isFiltered, noFilters, sorts } from "./filters.ts";
import { OwnerFilter } from "./owner-filter.tsx";

interface ToolbarProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
  /** On a narrow screen, where the panel beside the list has no room. */
  facets: readonly Facet[];
}

export function Toolbar({ filters, onChange, facets }: ToolbarProps) {
  return (
    <ListToolbar
      of="configuration items"
      placeholder="Search name, text, tag, attribute"
      filters={filters}
      sorts={optionsOf(itemSorts, sorts)}
      onChange={onChange}
      onClear={isFiltered(filters) ? () => onChange(noFilters) : undefined}
    >
      {facets.map((facet) => (
        <FacetMenu key={facet.name} facet={facet} />
      ))}
      <OwnerFilter owner={filters.owner} onChange={(owner) => onChange({ owner })} />
      {filters.attribute ? (
        <Button
          variant="default"
          fw={400}
          px={10}
          style={{ flex: "none" }}
          rightSection={<IconX size={13} aria-hidden="true" />}
          aria-label={`Attribute ${filters.attribute}; take this filter away`}
          onClick={() => onChange({ attribute: undefined })}
        >
          Attribute:&nbsp;<b style={{ fontWeight: 600 }}>{filters.attribute}</b>
        </Button>
      ) : null}
    </ListToolbar>
  );
}

function FacetMenu({ facet: { name, values, chosen, onToggle, onClear } }: { facet: Facet }) {
  const first = values.find(({ value }) => value === chosen[0]);
  return (
    <FilterMenu
      label={name}
      summary={chosen.length > 1 ? `${chosen.length}` : (first?.label ?? chosen[0])}
      multiple
      options={values.slice(0, 30).map(({ value, label, count }) => ({
        value,
        label: (
          <span style={{ display: "flex", gap: 12, justifyContent: "space-between" }}>
            <span className="truncate">{label}</span> <span className="dim">{count.toLocaleString("en")}</span>
          </span>
        ),
      }))}
      chosen={chosen}
      onToggle={onToggle}
      onClear={chosen.length > 0 ? onClear : undefined}
    />
  );
}
