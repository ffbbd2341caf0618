import { Button, Drawer } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconListSearch } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { ExplorePage } from "../explore/explore-page.tsx";
import { useMarkers } from "../explore/markers.ts";
import { defaultRange } from "../explore/range.ts";
import { useRecent } from "../explore/recent.ts";
import { SavedQueries } from "../explore/saved/saved-queries.tsx";
import { useCan } from "../session/context.tsx";
import { absoluteRange } from "../time/range.ts";
import { useClock } from "../time/time.tsx";
import { useTimeRange } from "../time/use-range.ts";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { countText } from "../ui/quantity.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { Facets } from "./facets.tsx";
import { Histogram } from "./histogram.tsx";
import { LiveLogs } from "./live-logs.tsx";
import { columnsOf, filterOf, type LogSearch } from "./log-search.ts";
import classes from "./logs-page.module.css";
import { PatternsTab } from "./patterns-tab.tsx";
import { useFacets, useHistogram } from "./queries.ts";
import { QueryBar } from "./query-bar.tsx";
import { StoredLogs } from "./stored-logs.tsx";
import { TabLinks, tabOf } from "./tabs.tsx";

const route = getRouteApi("/logs");

export function LogsPage() {
  const can = useCan();
  return can("observability:read") ? <Logs /> : <ForbiddenPage title="Logs" needs="observability:read" />;
}

function Logs() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = useTimeRange(search, defaultRange);
  const { mode } = useClock();
  const { interval } = state;
  const { recent, remember } = useRecent("logs");
  const { q, service, level } = search;
  const filter = useMemo(() => filterOf({ q, service, level }), [q, service, level]);
  const histogram = useHistogram(filter, interval);
  const facets = useFacets(filter, interval);
  const markers = useMarkers(interval);
  const change = useCallback(
    (next: Partial<LogSearch>) => void navigate({ search: (now) => ({ ...now, ...next }) }),
    [navigate],
  );
  const run = (written: string) => {
    remember(written);
    if (written.trim() === (q ?? "")) state.refresh();
    else change({ q: written.trim() || undefined, record: undefined });
  };
  const columns = columnsOf(search);
  const total = histogram.data?.total;
  return (
    <ExplorePage
      title="Logs"
      note={total === undefined ? undefined : <span aria-live="polite">{countText(total)} records</span>}
      state={state}
      search={search}
      onRange={change}
      fills
      actions={
        <SavedQueries
          page="logs"
          search={search}
          onOpen={(saved) => void navigate({ search: saved })}
          recent={recent}
          onRecent={(written) => change({ q: written, record: undefined })}
        />
      }
    >
      <QueryBar search={search} interval={interval} recent={recent} onRun={run} onChange={change}>
        <FieldsPart facets={facets} search={search} onChange={change} />
        <ColumnMenu columns={columns} facets={facets.data?.facets ?? []} onChange={change} />
      </QueryBar>
      {histogram.error?.code === "VALIDATION_ERROR" ? (
        <RefusedQuery message={histogram.error.message} />
      ) : (
        <>
          <div className={classes.histogram}>
            <Histogram
              histogram={histogram}
              range={interval}
              mode={mode}
              markers={markers}
              onSelect={(chosen) => change({ ...absoluteRange(chosen), record: undefined })}
            />
          </div>
          <TabLinks chosen={tabOf(search.tab)} />
          <div className={classes.beside} data-open={search.record !== undefined}>
            <WideFacets facets={facets} search={search} onChange={change} />
            <View filter={filter} interval={interval} search={search} onChange={change} />
          </div>
        </>
      )}
    </ExplorePage>
  );
}

function View({ filter, interval, search, onChange }: Parameters<typeof StoredLogs>[0]) {
  if (search.live !== undefined) return <LiveLogs filter={filter} search={search} onChange={onChange} />;
  const Chosen = tabOf(search.tab) === "patterns" ? PatternsTab : StoredLogs;
  return <Chosen filter={filter} interval={interval} search={search} onChange={onChange} />;
}

/** The server refuses the query, so a retry would not help. */
function RefusedQuery({ message }: { message: string }) {
  return (
    <div className={classes.face} role="alert">
      <Face icon={<IconAlertTriangle size={20} />} tone="bad" title="This query can't be run">
        {message}
      </Face>
    </div>
  );
}

type FacetsPart = Parameters<typeof Facets>[0];
const wide = "(min-width: 62em)";

function WideFacets(props: FacetsPart) {
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  return isWide ? <Facets {...props} /> : null;
}

/** The fields behind a button, where there is no room for them. */
function FieldsPart(props: FacetsPart) {
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const [opened, { open, close }] = useDisclosure(false);
  if (isWide) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconListSearch size={14} />} onClick={open}>
        Fields
      </Button>
      <Drawer opened={opened} onClose={close} title="Fields" size={300}>
        <Facets {...props} />
      </Drawer>
    </>
  );
}
