import { Button } from "@mantine/core";
import { IconListSearch, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { ExplorePage } from "../explore/explore-page.tsx";
import { defaultRange } from "../explore/range.ts";
import { useRecent } from "../explore/recent.ts";
import { SavedQueries } from "../explore/saved/saved-queries.tsx";
import { stepFor } from "../explore/steps.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { absoluteRange } from "../time/range.ts";
import { useTimeRange } from "../time/use-range.ts";
import { ForbiddenPage } from "../ui/forbidden-page.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { Panel } from "../ui/panel.tsx";
import { ChartPanel } from "./chart-panel.tsx";
import { shiftOf } from "./compare.ts";
import { type Letter, letters, linesOf, searchOf, searchOfText, textOf, withQuery } from "./lines.ts";
import classes from "./metrics.module.css";
import { QueryLine } from "./query-line.tsx";
import { type BuiltQuery, noQuery } from "./query-text.ts";
import { RecentMenu } from "./recent-menu.tsx";
import { useChart } from "./use-chart.ts";
import { useResults } from "./use-results.ts";

const route = getRouteApi("/metrics");
const BrowseDialog = lazyDialog(() => import("./browse-dialog.tsx"), "BrowseDialog");

/** About one point for each three pixels of a wide screen. */
const maxPoints = 300;
const leastStep = 10_000;

export function MetricsPage() {
  const can = useCan();
  return can("observability:read") ? <Metrics /> : <ForbiddenPage title="Metrics" needs="observability:read" />;
}

function Metrics() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (next: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, ...next }) }),
    [navigate],
  );
  const state = useTimeRange(search, defaultRange);
  const { interval } = state;
  const step = stepFor(interval, maxPoints, leastStep);
  const shift = useMemo(() => shiftOf(search.compare), [search.compare]);
  const lines = linesOf(search);
  const results = useResults({ lines, interval, step, shift });
  const chart = useChart(results, interval, step, shift);
  const [added, setAdded] = useState<Letter>();
  const { recent, remember } = useRecent("metrics");
  const { user } = useProfile();
  const text = textOf(lines);
  const hasData = chart.data !== undefined && chart.data.series.length > 0;
  useEffect(() => {
    if (hasData) remember(text);
  }, [hasData, text, remember]);
  const set = (letter: Letter, query: BuiltQuery) =>
    change(searchOf(lines.map((line) => (line.letter === letter ? { letter, query } : line))));
  const add = (query: BuiltQuery) => {
    const next = withQuery(lines, query);
    setAdded(next.find(({ letter }) => !lines.some((line) => line.letter === letter))?.letter);
    change(searchOf(next));
  };
  const isFull = lines.length >= letters.length;
  return (
    <ExplorePage
      title="Metrics"
      state={state}
      search={search}
      onRange={change}
      actions={<SavedQueries page="metrics" search={search} onOpen={(saved) => void navigate({ search: saved })} />}
    >
      <Panel title="Queries">
        <div className={classes.lines}>
          {results.map((line) => (
            <QueryLine
              key={line.letter}
              line={line}
              count={chart.counts.find(({ letter }) => letter === line.letter)}
              interval={interval}
              autoFocus={line.letter === added}
              onChange={(query) => set(line.letter, query)}
              onDuplicate={isFull ? undefined : () => add(line.query)}
              onRemove={() => change(searchOf(lines.filter(({ letter }) => letter !== line.letter)))}
            />
          ))}
        </div>
        <div className={classes.foot}>
          <Button variant="default" leftSection={<IconPlus size={14} />} disabled={isFull} onClick={() => add(noQuery)}>
            Add query
          </Button>
          <Button
            variant="default"
            leftSection={<IconListSearch size={14} />}
            onClick={() => change({ browse: "all" })}
          >
            Browse metrics
          </Button>
          <RecentMenu recent={recent} onChoose={(chosen) => change(searchOfText(chosen))} />
        </div>
      </Panel>
      <ChartPanel
        results={results}
        chart={chart}
        search={search}
        interval={interval}
        step={step}
        tenantId={user.tenant_id}
        onSearch={change}
        onSelect={(chosen) => change(absoluteRange(chosen))}
      />
      {search.browse ? (
        <BrowseDialog
          chosen={search.browse === "all" ? "" : search.browse}
          lines={lines}
          interval={interval}
          onChoose={(metric) => change({ browse: metric || "all" })}
          onAdd={add}
          onFilter={set}
          onClose={() => change({ browse: undefined })}
        />
      ) : null}
    </ExplorePage>
  );
}
