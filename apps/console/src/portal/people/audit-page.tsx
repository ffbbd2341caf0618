import { Button } from "@mantine/core";
import type { AuditEntry, Input } from "@opsplane/contract";
import { controlOperations } from "@opsplane/contract/control-plane";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { usePaged } from "../../api/paged.ts";
import { TimeText } from "../../time/time.tsx";
import { differences } from "../../ui/differences.ts";
import { Face } from "../../ui/faces.tsx";
import { FieldDiff } from "../../ui/field-diff.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { usePortalApi } from "../api.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { Facts } from "../frame/facts.tsx";
import { PortalPage } from "../frame/portal-page.tsx";

const route = getRouteApi("/audit");

type AuditFilters = Pick<Input<typeof controlOperations.audit.list>["query"], "actor" | "action">;

/** The prefixes of actions in the log. */
const areas = Object.entries(controlOperations)
  .filter(([, group]) => Object.values(group).some(({ effect }) => effect === "write"))
  .map(([area]) => ({ value: `${area}.`, label: area }));

export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filters: AuditFilters = {
    ...(search.actor ? { actor: search.actor } : {}),
    ...(search.action ? { action: search.action } : {}),
  };
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  return (
    <PortalPage
      title="Audit log"
      intro="A read-only record of every change: who, what, when and from where."
      needs="admin:audit"
      toolbar={
        <>
          <SearchField
            label="Search by person"
            placeholder="Email"
            value={search.actor ?? ""}
            onChange={(actor) => change({ actor })}
            w={{ base: "100%", xs: 240 }}
          />
          <FilterMenu
            label="Area"
            summary={areas.find(({ value }) => value === search.action)?.label}
            options={areas}
            chosen={search.action ? [search.action] : []}
            onToggle={(action) => change({ action })}
            onClear={search.action ? () => change({ action: undefined }) : undefined}
          />
          {Object.keys(filters).length > 0 ? <ClearButton onClick={() => void navigate({ search: {} })} /> : null}
        </>
      }
    >
      {() => (
        <>
          {search.open ? <Entry id={search.open} onClose={() => change({ open: undefined })} /> : null}
          <Entries filters={filters} onOpen={(open) => change({ open })} />
        </>
      )}
    </PortalPage>
  );
}

function Entries({ filters, onOpen }: { filters: AuditFilters; onOpen: (id: string) => void }) {
  const api = usePortalApi();
  const entries = usePaged(["audit", filters], (page, call) =>
    api.audit.list({ query: { ...filters, ...page } }, call),
  );
  return (
    <PagedFace
      list={entries}
      empty={
        <Face icon={<IconHistory size={20} />} title="No matching entries">
          Clear the filters to see all.
        </Face>
      }
    >
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Action",
              cell: ({ action, outcome }) => (
                <>
                  <span className="mono">{action}</span> {outcome === "denied" ? <Tag tone="bad">denied</Tag> : null}
                </>
              ),
            },
            { head: "Target", cell: ({ target, target_id }) => target || target_id || <span className="dim">–</span> },
            { head: "Person", wide: true, cell: ({ actor }) => actor },
            { head: "When", cell: ({ created_at }) => <TimeText at={created_at} as="short" /> },
          ]}
          actions={({ id, action }) => (
            <Button size="compact-sm" variant="default" aria-label={`Show ${action}`} onClick={() => onOpen(id)}>
              Show
            </Button>
          )}
        />
      )}
    </PagedFace>
  );
}

function Entry({ id, onClose }: { id: string; onClose: () => void }) {
  const api = usePortalApi();
  const entry = useQuery({
    queryKey: ["audit", "one", id],
    queryFn: ({ signal }) => api.audit.get({ params: { id } }, { signal }),
  });
  return (
    <Panel
      title="Entry"
      action={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      <QueryFace query={entry}>{(loaded) => <EntryFacts entry={loaded} />}</QueryFace>
    </Panel>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const changed = differences(entry.before, entry.after);
  return (
    <>
      <Facts
        of={{
          Action: <span className="mono">{entry.action}</span>,
          Person: entry.actor,
          When: <TimeText at={entry.created_at} as="absolute" />,
          From: entry.address ?? undefined,
          Trace: entry.trace_id ? <span className="mono">{entry.trace_id}</span> : undefined,
        }}
      />
      {changed.length > 0 ? <FieldDiff changed={changed} headed /> : <p className="dim">No field changes</p>}
    </>
  );
}
