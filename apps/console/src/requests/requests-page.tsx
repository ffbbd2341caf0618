import { requestSorts, requestStatuses } from "@opsplane/contract";
import { IconShoppingBag } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useCan } from "../session/context.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { ButtonLink, PlainLink } from "../ui/links.tsx";
import classes from "../ui/list-page.module.css";
import { ListToolbar } from "../ui/list-toolbar.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { totalText } from "../ui/total-text.ts";
import { chosenWords, optionsOf, toggled } from "../ui/words.ts";
import { RequestStatusText, requestLooks } from "./badges.tsx";
import { isPlain, type RequestFilters, readFilters, type Scope, scopes, sorts, writeFilters } from "./filters.ts";
import { ListFace } from "./list-face.tsx";
import { useRequests } from "./queries.ts";
import { RequestTable } from "./request-table.tsx";

const route = getRouteApi("/requests");

export function RequestsPage() {
  const can = useCan();
  return can("itsm:read") ? <Requests /> : <ForbiddenPage title="Requests" needs="itsm:read" />;
}

function Requests() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filters = useMemo(() => readFilters(search), [search]);
  const list = useRequests(filters);
  const change = (changes: Partial<RequestFilters>) =>
    void navigate({ search: writeFilters({ ...filters, ...changes }), replace: "q" in changes });
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeader
          title="Requests"
          note={
            list.total === undefined ? undefined : (
              <span aria-live="polite">{totalText(list.total, list.estimated)}</span>
            )
          }
          actions={
            <ButtonLink to="/catalog" leftSection={<IconShoppingBag size={15} />}>
              Open the catalog
            </ButtonLink>
          }
        />
        <nav className={classes.views} aria-label="Views">
          <ScopeLink scope="mine" filters={filters} />
          <ScopeLink scope="assigned" filters={filters} />
          <ScopeLink scope="all" filters={filters} />
        </nav>
      </div>
      <Toolbar filters={filters} onChange={change} />
      <div className={classes.body}>
        {list.total ? (
          <RequestTable key={list.key} list={list} sort={filters.sort} onSort={(sort) => change({ sort })} />
        ) : (
          <ListFace list={list} filters={filters} />
        )}
      </div>
    </div>
  );
}

function ScopeLink({ scope, filters }: { scope: Scope; filters: RequestFilters }) {
  const chosen = filters.scope === scope;
  return (
    <PlainLink
      to="/requests"
      search={writeFilters({ ...filters, scope })}
      className={classes.view}
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      data-chosen={chosen}
      aria-current={chosen}
    >
      {scopes[scope]}
    </PlainLink>
  );
}

interface ToolbarProps {
  filters: RequestFilters;
  onChange: (changes: Partial<RequestFilters>) => void;
}

function Toolbar({ filters, onChange }: ToolbarProps) {
  const { status } = filters;
  return (
    <ListToolbar
      of="requests"
      placeholder="Search title, inputs, reference"
      filters={filters}
      sorts={optionsOf(requestSorts, sorts)}
      onChange={onChange}
      onClear={isPlain(filters) ? undefined : () => onChange({ status: [], q: "" })}
    >
      <FilterMenu
        label="Status"
        summary={chosenWords(status, requestStatuses, (word) => requestLooks[word].word)}
        multiple
        options={requestStatuses.map((value) => ({ value, label: <RequestStatusText status={value} /> }))}
        chosen={status}
        onToggle={(value) => onChange({ status: toggled(status, value) })}
        onClear={status.length > 0 ? () => onChange({ status: [] }) : undefined}
      />
    </ListToolbar>
  );
}
