import { SegmentedControl } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { ExplorePage } from "../../explore/explore-page.tsx";
import { useMarkers } from "../../explore/markers.ts";
import { defaultRange } from "../../explore/range.ts";
import { SavedQueries } from "../../explore/saved/saved-queries.tsx";
import { useCan } from "../../session/context.tsx";
import { useTimeRange } from "../../time/use-range.ts";
import { ForbiddenFace } from "../../ui/faces.tsx";
import { HiddenHeading } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useFacets, useHeatmap } from "../queries.ts";
import { DifferencesTab } from "./differences-tab.tsx";
import { NoTraces } from "./empty.tsx";
import { ErrorsTab } from "./errors-tab.tsx";
import { FacetList } from "./facets.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { narrowed, queryOf, selectionOf, type TraceSearch, writeSelection } from "./filters.ts";
import { HeatmapPanel } from "./heatmap-panel.tsx";
import classes from "./search.module.css";
import { SelectionLine } from "./selection-line.tsx";
import { TabLinks, tabOf } from "./tabs.tsx";
import { TracesTab } from "./traces-tab.tsx";

const route = getRouteApi("/traces");

export function TraceSearchPage() {
  if (!useCan()("observability:read"))
    return (
      <>
        <HiddenHeading title="Traces" />
        <ForbiddenFace needs="observability:read" />
      </>
    );
  return <SearchPage />;
}

function SearchPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = useTimeRange(search, defaultRange);
  const query = useMemo(() => queryOf(search), [search]);
  const selection = useMemo(() => selectionOf(search), [search]);
  const chosen = narrowed(query, state.interval, selection);
  const heatmap = useHeatmap(query, state.interval);
  const facets = useFacets(query, state.interval);
  const markers = useMarkers(state.interval);
  const change = (changes: TraceSearch) => void navigate({ search: (now) => ({ ...now, ...changes }) });
  const tab = tabOf(search.tab);
  return (
    <ExplorePage
      title="Traces"
      state={state}
      search={search}
      // Another time makes a selection of times meaningless.
      onRange={(range) =>
        void navigate({ search: (now) => ({ ...now, ...range, sel_from: undefined, sel_to: undefined }) })
      }
      actions={
        <>
          <SavedQueries page="traces" search={search} onOpen={(saved) => void navigate({ search: saved })} />
          <SegmentedControl
            size="xs"
            aria-label="Counted spans"
            value={query.scope}
            onChange={(scope) => change({ scope: scope === "all" ? "all" : undefined })}
            data={[
              { value: "entry", label: "Entry spans" },
              { value: "all", label: "All spans" },
            ]}
          />
        </>
      }
    >
      <FilterBar search={search} facets={facets.data?.facets ?? []} onChange={change} />
      <QueryFace query={heatmap}>
        {(map) => (
          <div className={classes.heatmap} aria-busy={heatmap.isPlaceholderData}>
            {map.total > 0 ? (
              <HeatmapPanel
                map={map}
                scope={query.scope}
                selection={selection}
                markers={markers}
                onSelect={(wanted) => change(writeSelection(wanted))}
              />
            ) : (
              <NoTraces search={search} scope={query.scope} onChange={change} />
            )}
          </div>
        )}
      </QueryFace>
      <div className={classes.columns}>
        <FacetList query={facets} search={search} onChange={change} />
        <div className={classes.results}>
          <TabLinks chosen={tab} />
          {selection ? <SelectionLine selection={selection} onClear={() => change(writeSelection())} /> : null}
          {tab === "traces" ? <TracesTab {...chosen} isEmptyWindow={heatmap.data?.total === 0} /> : null}
          {tab === "errors" ? <ErrorsTab {...chosen} /> : null}
          {tab === "differences" ? (
            <DifferencesTab
              query={query}
              interval={state.interval}
              selection={selection}
              map={heatmap.data}
              search={search}
              onChange={change}
            />
          ) : null}
        </div>
      </div>
    </ExplorePage>
  );
}
