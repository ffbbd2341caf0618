import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useNewIncident } from "../records/new-incident.ts";
import { useCan } from "../session/context.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import classes from "../ui/list-page.module.css";
import { PageHeader } from "../ui/page-header.tsx";
import { totalText } from "../ui/total-text.ts";
import { type Filters, readFilters, writeFilters } from "./filters.ts";
import { IncidentTable } from "./incident-table.tsx";
import { ListFace } from "./list-face.tsx";
import { Toolbar } from "./list-toolbar.tsx";
import { Views } from "./list-views.tsx";
import { useIncidentList } from "./queries.ts";

const route = getRouteApi("/incidents");

export function IncidentListPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const openNew = useNewIncident();
  const filters = useMemo(() => readFilters(search), [search]);
  const list = useIncidentList(filters);

  const change = (changes: Partial<Filters>) =>
    void navigate({ search: writeFilters({ ...filters, ...changes }), replace: "q" in changes });

  if (!can("incidents:read")) return <ForbiddenPage title="Incidents" needs="incidents:read" />;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeader
          title="Incidents"
          note={
            list.total === undefined ? undefined : (
              <span aria-live="polite">{totalText(list.total, list.estimated)}</span>
            )
          }
          actions={
            can("incidents:write") ? (
              <Button leftSection={<IconPlus size={15} />} onClick={() => openNew()}>
                New incident
              </Button>
            ) : null
          }
        />
        <Views filters={filters} />
      </div>
      <Toolbar filters={filters} onChange={change} />
      <div className={classes.body}>
        {list.total ? (
          <IncidentTable
            key={list.key}
            list={list}
            sort={filters.sort}
            onSort={(sort) => change({ sort })}
            mayWrite={can("incidents:write")}
          />
        ) : (
          <ListFace list={list} filters={filters} mayWrite={can("incidents:write")} onNew={openNew} />
        )}
      </div>
    </div>
  );
}
