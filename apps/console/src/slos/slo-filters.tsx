import { sloStates } from "@opsplane/contract";
import { useTeams } from "../directory/queries.ts";
import { useCan } from "../session/context.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ClearButton } from "../ui/list/toolbar.tsx";
import page from "../ui/list-page.module.css";
import { SearchField } from "../ui/search-field.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import { chosenWords, optionsOf, toggled } from "../ui/words.ts";
import { isFiltered, type SloSearch, sloSorts, sortOf, statesIn } from "./slo-search.ts";
import { stateLooks, stateWords } from "./words.ts";

interface SloFiltersProps {
  search: SloSearch;
  onChange: (changes: Partial<SloSearch>) => void;
}

const sortWords = { budget: "Least budget first", name: "Name" };

export function SloFilters({ search, onChange }: SloFiltersProps) {
  const states = statesIn(search);
  const sort = sortOf(search);
  const setStates = (chosen: readonly string[]) => onChange({ state: chosen.join(",") || undefined });
  return (
    <search className={page.toolbar} aria-label="Filter SLOs">
      <SearchField
        className={page.search ?? ""}
        label="Search SLOs"
        placeholder="Search SLOs…"
        value={search.q ?? ""}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <FilterMenu
        label="State"
        summary={chosenWords(states, (state) => stateWords[state])}
        multiple
        options={sloStates.map((value) => ({
          value,
          label: <StatusMark look={stateLooks[value]}>{stateWords[value]}</StatusMark>,
        }))}
        chosen={states}
        onToggle={(value) => setStates(toggled(states, value))}
        onClear={states.length > 0 ? () => setStates([]) : undefined}
      />
      <TeamFilter value={search.team} onChange={(team) => onChange({ team })} />
      {search.service ? (
        <FilterMenu
          label="Service"
          summary={search.service}
          options={[{ value: search.service, label: search.service }]}
          chosen={[search.service]}
          onToggle={() => onChange({ service: undefined })}
          onClear={() => onChange({ service: undefined })}
        />
      ) : null}
      <FilterMenu
        label="Sort"
        summary={sortWords[sort]}
        options={optionsOf(sloSorts, sortWords)}
        chosen={[sort]}
        onToggle={(value) => onChange({ sort: value === "budget" ? undefined : value })}
        onClear={undefined}
      />
      {isFiltered(search) ? (
        <ClearButton
          onClick={() => onChange({ state: undefined, service: undefined, team: undefined, q: undefined })}
        />
      ) : null}
    </search>
  );
}

function TeamFilter({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const mayRead = useCan()("directory:read");
  const teams = useTeams("").data?.items ?? [];
  const options = teams.map(({ id, name }) => ({ value: id, label: name }));
  if (!mayRead || (options.length === 0 && !value)) return null;
  return (
    <FilterMenu
      label="Team"
      summary={value ? (options.find((option) => option.value === value)?.label ?? "One team") : undefined}
      options={options}
      chosen={value ? [value] : []}
      onToggle={onChange}
      onClear={value ? () => onChange(undefined) : undefined}
    />
  );
}
