import { Button, Group } from "@mantine/core";
import { IconBellCheck, IconBellOff, IconFilterOff, IconHistory, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan } from "../../session/context.tsx";
import { Face, RowsSkeleton } from "../../ui/faces.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { ListHead } from "../../ui/list/list-page.tsx";
import page from "../../ui/list-page.module.css";
import { QueryFace } from "../../ui/query-face.tsx";
import classes from "../alerts.module.css";
import { NewPolicyButton } from "../policies/new-policy-button.tsx";
import { usePolicySearch } from "../policies/queries.ts";
import { useAlertCounts, useAlerts } from "../queries.ts";
import { useNewSilence } from "../silences/new-silence.ts";
import { alertViews } from "../views.ts";
import { AlertDrawer } from "./alert-drawer.tsx";
import { AlertFilters } from "./alert-filters.tsx";
import { type AlertSearch, askOf, byUrgency, isFiltered, labelsIn, tabOf } from "./alert-search.ts";
import { AlertTable } from "./alert-table.tsx";

const route = getRouteApi("/alerts");

export function AlertsPage() {
  return useCan()("alerts:read") ? <Alerts /> : <ForbiddenPage title="Alerts" needs="alerts:read" />;
}

function Alerts() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab = tabOf(search);
  const list = useAlerts(askOf(search));
  const change = (changes: Partial<AlertSearch>) =>
    void navigate({ search: { ...search, ...changes }, replace: "q" in changes });
  const close = () => void navigate({ search: { ...search, alert: undefined } });
  return (
    <div className={page.page}>
      <ListHead title="Alerts" total={useTotal()} actions={<NewSilenceButton />} views={alertViews("Alerts")} />
      <AlertFilters search={search} onChange={change} />
      <div className={classes.body}>
        <QueryFace
          query={list}
          loading={<RowsSkeleton rows={10} />}
          isEmpty={(alerts) => alerts.length === 0}
          empty={<NoAlerts search={search} />}
        >
          {(alerts) => (
            <>
              <AlertTable
                // The cursor starts again in another list.
                key={tab}
                alerts={tab === "history" ? alerts : byUrgency(alerts)}
                tab={tab}
                search={search}
                stale={list.isPlaceholderData}
                onLabel={(label) => change({ label: [...new Set([...labelsIn(search), label])].join(",") })}
              />
              {list.hasNextPage ? (
                <Group justify="center" mt="md">
                  <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show more
                  </Button>
                </Group>
              ) : null}
            </>
          )}
        </QueryFace>
      </div>
      {search.alert ? <AlertDrawer id={search.alert} onClose={close} /> : null}
    </div>
  );
}

/** `3 firing, 1 pending`. */
function useTotal(): string | undefined {
  const counts = useAlertCounts().data;
  if (!counts) return undefined;
  const parts = [`${counts.firing.toLocaleString("en")} firing`];
  if (counts.pending > 0) parts.push(`${counts.pending.toLocaleString("en")} pending`);
  return parts.join(", ");
}

function NewSilenceButton() {
  const silence = useNewSilence();
  return useCan()("alerts:write") ? (
    <Button variant="default" leftSection={<IconBellOff size={15} />} onClick={() => silence()}>
      New silence
    </Button>
  ) : null;
}

/** The next step when the list is empty. */
function NoAlerts({ search }: { search: AlertSearch }) {
  const policies = usePolicySearch("", true, 1);
  if (isFiltered(search))
    return (
      <Face
        icon={<IconFilterOff size={20} />}
        title="No matching alerts"
        actions={
          <ButtonLink to="/alerts" search={{ view: search.view }} variant="default">
            Clear filters
          </ButtonLink>
        }
      >
        Remove a filter or shorten your search.
      </Face>
    );
  const tab = tabOf(search);
  if (tab === "silenced")
    return (
      <Face icon={<IconBellOff size={20} />} title="No silenced alerts">
        Alerts that a silence, a maintenance window or a change mutes are listed here.
      </Face>
    );
  if (tab === "history")
    return (
      <Face icon={<IconHistory size={20} />} title="No resolved alerts">
        Alerts that have recovered are listed here for a year.
      </Face>
    );
  if (policies.data === undefined) return <RowsSkeleton rows={10} />;
  return policies.data.total > 0 ? (
    <Face icon={<IconBellCheck size={20} />} tone="good" title="Nothing fires">
      New alerts appear here automatically.
    </Face>
  ) : (
    <Face icon={<IconPlus size={20} />} title="No alert policies yet" actions={<NewPolicyButton first />}>
      A policy watches metrics, logs or traces. When its condition holds, an alert fires and opens an incident.
    </Face>
  );
}
