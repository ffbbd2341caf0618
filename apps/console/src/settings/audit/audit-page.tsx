import { Button, Switch, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { operations } from "@opsplane/contract";
import { IconHistory } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { ranges, rangeWords } from "../../time/ranges.ts";
import { Face } from "../../ui/faces.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { optionsOf, wordsOf } from "../../ui/words.ts";
import { SettingsPage } from "../settings-page.tsx";
import { AuditTable } from "./audit-table.tsx";
import { type AuditFilters, useAudit } from "./queries.ts";

const route = getRouteApi("/settings/audit");

/** The prefixes of actions in the log: `incidents.`, `users.`… Received telemetry is not audited. */
const actionAreas = Object.entries(operations)
  .filter(([, group]) => Object.values(group).some((spec) => spec.effect === "write" && !("intake" in spec)))
  .map(([area]) => ({ value: `${area}.`, label: area }));

type Search = ReturnType<typeof route.useSearch>;

export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<Search>) => void navigate({ search: { ...search, ...next }, replace: true });
  const clear = () => void navigate({ search: {} });
  return (
    <SettingsPage
      title="Audit log"
      intro="A read-only record of every change: who, what, when and from where."
      needs="admin:audit"
      toolbar={<AuditToolbar key={search.target_id ?? ""} search={search} onChange={change} onClear={clear} />}
    >
      {() => <AuditList search={search} onChange={change} onClear={clear} />}
    </SettingsPage>
  );
}

interface AuditPartProps {
  search: Search;
  onChange: (next: Partial<Search>) => void;
  onClear: () => void;
}

function AuditToolbar({ search, onChange, onClear }: AuditPartProps) {
  const [range] = wordsOf(ranges, search.range);
  const setTarget = useDebouncedCallback((target_id: string) => onChange({ target_id }), 300);
  const filtered = Object.entries(search).some(([name, value]) => name !== "entry" && value);
  return (
    <>
      <SearchField
        label="Actor"
        placeholder="User or key"
        value={search.actor ?? ""}
        onChange={(actor) => onChange({ actor })}
        w={{ base: "100%", xs: 190 }}
      />
      <FilterMenu
        label="Action"
        summary={search.action?.replace(/\.$/, "")}
        options={actionAreas}
        chosen={search.action ? [search.action] : []}
        onToggle={(action) => onChange({ action })}
        onClear={search.action ? () => onChange({ action: undefined }) : undefined}
      />
      <TextInput
        size="xs"
        w={{ base: "100%", xs: 190 }}
        aria-label="Object ID"
        placeholder="Object ID"
        maxLength={100}
        defaultValue={search.target_id ?? ""}
        onChange={(event) => setTarget(event.currentTarget.value.trim())}
      />
      <FilterMenu
        label="Time"
        summary={range && rangeWords[range]}
        options={optionsOf(ranges, rangeWords)}
        chosen={range ? [range] : []}
        onToggle={(next) => onChange({ range: next })}
        onClear={range ? () => onChange({ range: undefined }) : undefined}
      />
      <Switch
        size="xs"
        style={{ alignSelf: "center" }}
        label="Show token refreshes"
        checked={search.include === "refreshes"}
        onChange={(event) => onChange({ include: event.currentTarget.checked ? "refreshes" : undefined })}
      />
      {filtered ? <ClearButton onClick={onClear} /> : null}
    </>
  );
}

function AuditList({ search, onChange, onClear }: AuditPartProps) {
  const { actor, action, include, target_type, target_id, entry } = search;
  const [range] = wordsOf(ranges, search.range);
  const filters: AuditFilters = {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(include === "refreshes" ? { include } : {}),
    ...(target_type ? { target_type } : {}),
    ...(target_id ? { target_id } : {}),
    ...(range ? { from: `now-${range}` } : {}),
  };
  const audit = useAudit(filters);
  return (
    <PagedFace
      list={audit}
      empty={
        <Face
          icon={<IconHistory size={20} />}
          title="No matching entries"
          actions={
            <Button variant="default" onClick={onClear}>
              Clear filters
            </Button>
          }
        />
      }
    >
      {(items) => (
        <AuditTable
          entries={items}
          opened={entry}
          onOpen={(id) => onChange({ entry: id })}
          onTarget={(id) => onChange({ target_id: id, entry: undefined })}
        />
      )}
    </PagedFace>
  );
}
