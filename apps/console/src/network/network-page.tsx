import { IconPuzzleOff } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { ExplorePage } from "../explore/explore-page.tsx";
import { SavedQueries } from "../explore/saved/saved-queries.tsx";
import { useCan, useProfile } from "../session/context.tsx";
import { absoluteRange, type Preset } from "../time/range.ts";
import { useTimeRange } from "../time/use-range.ts";
import { Face } from "../ui/faces.tsx";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { HiddenHeading } from "../ui/page-header.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { filterProblem } from "./flow-filter.ts";
import { FlowTable } from "./flow-table.tsx";
import { FlowTotals } from "./flow-totals.tsx";
import classes from "./network.module.css";
import { OverTime } from "./over-time.tsx";
import { Paths } from "./paths-panel.tsx";
import { useFlows } from "./queries.ts";
import { TopLists } from "./top-lists.tsx";

const route = getRouteApi("/network");
const fallback: Preset = "24h";
/** The API reads no further. */
const maxPage = 100_000;
const presets: readonly Preset[] = ["1h", "6h", "24h", "7d"];

export function NetworkPage() {
  const can = useCan();
  const { modules } = useProfile();
  if (!modules.includes("netflow"))
    return (
      <>
        <HiddenHeading title="Network" />
        <Face icon={<IconPuzzleOff size={20} />} title="Not included in your plan">
          This page shows network flows. Ask an administrator about your plan.
        </Face>
      </>
    );
  return can("observability:read") ? <Network /> : <ForbiddenPage title="Network" needs="observability:read" />;
}

function Network() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Another filter or time has other pages.
  const change = useCallback(
    (next: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, page: undefined, ...next }) }),
    [navigate],
  );
  const state = useTimeRange(search, fallback);
  const { interval } = state;
  const page = Math.max(1, Math.min(Number.parseInt(search.page ?? "1", 10) || 1, maxPage));
  const flows = useFlows(search, interval, page);
  const problem = filterProblem(search);
  return (
    <ExplorePage
      title="Network"
      state={state}
      search={search}
      onRange={change}
      presets={presets}
      actions={<SavedQueries page="network" search={search} onOpen={(saved) => void navigate({ search: saved })} />}
    >
      <FilterBar search={search} onChange={change} />
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <FlowTotals summary={flows.data?.summary} interval={interval} />
      <OverTime
        search={search}
        interval={interval}
        onSearch={change}
        onSelect={(chosen) => change(absoluteRange(chosen))}
      />
      <TopLists search={search} interval={interval} flows={flows} onFilter={change} />
      <Paths search={search} interval={interval} onSearch={change} />
      <FlowTable flows={flows} page={page} onPage={(next) => change({ page: String(next) })} onFilter={change} />
    </ExplorePage>
  );
}
