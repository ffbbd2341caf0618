import { Button, CopyButton, SegmentedControl, Select } from "@mantine/core";
import { IconChartLine, IconCheck, IconTerminal2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMarkers } from "../explore/markers.ts";
import type { Interval } from "../time/range.ts";
import { useClock } from "../time/time.tsx";
import { Chart } from "../ui/chart/chart.tsx";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { comparisons, shiftOf } from "./compare.ts";
import classes from "./metrics.module.css";
import { useMetricNames } from "./queries.ts";
import { curlOf } from "./request.ts";
import { SeriesTable } from "./series-table.tsx";
import type { ChartResult } from "./use-chart.ts";
import type { LineResult } from "./use-results.ts";

interface ChartSearch {
  draw?: string | undefined;
  view?: string | undefined;
  compare?: string | undefined;
  sort?: string | undefined;
}

interface ChartPanelProps {
  results: readonly LineResult[];
  chart: ChartResult;
  search: ChartSearch;
  interval: Interval;
  step: number;
  tenantId: string;
  onSearch: (search: ChartSearch) => void;
  onSelect: (interval: Interval) => void;
}

const kinds = [
  { value: "lines", label: "Lines" },
  { value: "areas", label: "Areas" },
  { value: "bars", label: "Bars" },
] as const;
const views = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
];
const byLast = { by: "last", down: true } as const;

/** All queries on one chart, or as a table. */
export function ChartPanel(props: ChartPanelProps) {
  const { results, chart, search, interval, step, tenantId, onSearch, onSelect } = props;
  const { mode } = useClock();
  const shown = results.filter(({ query }) => query.metric !== "" && !query.hidden);
  const hasShift = shiftOf(search.compare) !== undefined;
  // Stacking an earlier time on the present one would add them up.
  const kind = hasShift ? "lines" : (kinds.find(({ value }) => value === search.draw)?.value ?? "lines");
  const isTable = search.view === "table";
  const curl = shown.map(({ request }) => curlOf(window.location.origin, tenantId, request)).join("\n\n");
  const empty = shown.length === 0 ? <NoQuery interval={interval} /> : <NoData results={shown} />;
  return (
    <Panel
      title="Result"
      action={
        <div className={classes.tools}>
          <SegmentedControl
            aria-label="View"
            data={views}
            value={isTable ? "table" : "chart"}
            onChange={(view) => onSearch({ view: view === "table" ? view : undefined })}
          />
          <SegmentedControl
            aria-label="Draw as"
            data={[...kinds]}
            value={kind}
            disabled={isTable || hasShift}
            onChange={(draw) => onSearch({ draw: draw === "lines" ? undefined : draw })}
          />
          <Select
            size="xs"
            w={{ base: 180, sm: 150 }}
            aria-label="Compare with"
            allowDeselect={false}
            data={comparisons}
            value={hasShift ? (search.compare ?? "") : ""}
            onChange={(compare) => onSearch({ compare: compare || undefined })}
          />
          <CopyCurl text={curl} />
        </div>
      }
    >
      {chart.hasMixedUnits ? (
        <p className={classes.note}>The queries have different units, so the values are shown without a unit.</p>
      ) : null}
      <div className={classes.result} data-busy={chart.busy} aria-busy={chart.busy}>
        {shown.length === 0 ? (
          empty
        ) : isTable && chart.data ? (
          <SeriesTable {...{ chart, step, mode, empty }} sort={search.sort} onSort={(sort) => onSearch({ sort })} />
        ) : (
          <MetricChart {...{ chart, kind, interval, step, mode, empty, onSelect }} />
        )}
      </div>
    </Panel>
  );
}

interface MetricChartProps extends Pick<ChartPanelProps, "chart" | "interval" | "step" | "onSelect"> {
  kind: "lines" | "areas" | "bars";
  mode: "local" | "utc";
  empty: ReactNode;
}

function MetricChart({ chart, kind, interval, step, mode, empty, onSelect }: MetricChartProps) {
  const markers = useMarkers(interval);
  return (
    <Chart
      title="Metrics"
      data={chart.data}
      empty={empty}
      kind={kind}
      unit={chart.unit}
      mode={mode}
      range={interval}
      stepMs={step}
      markers={markers}
      height={320}
      legendSort={byLast}
      onSelect={onSelect}
    />
  );
}

function CopyCurl({ text }: { text: string }) {
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          disabled={text === ""}
          leftSection={copied ? <IconCheck size={14} /> : <IconTerminal2 size={14} />}
          onClick={copy}
        >
          {copied ? "Copied" : "Copy as curl"}
        </Button>
      )}
    </CopyButton>
  );
}

/** Before the first query: whether there are metrics at all decides on the next step. */
function NoQuery({ interval }: { interval: Interval }) {
  const names = useMetricNames("", interval, true);
  if (names.data?.total === 0)
    return (
      <Face
        icon={<IconChartLine size={20} />}
        title="No metrics received in this range"
        actions={
          <ButtonLink to="/settings/collectors" variant="default">
            Add a collector
          </ButtonLink>
        }
      >
        Send metrics with Prometheus remote write or OpenTelemetry, or choose a longer range.
      </Face>
    );
  return (
    <Face icon={<IconChartLine size={20} />} title="Choose a metric">
      Enter a name above, or browse the metrics with their labels.
    </Face>
  );
}

function NoData({ results }: { results: readonly LineResult[] }) {
  if (results.every(({ error }) => error !== null))
    return (
      <Face icon={<IconChartLine size={20} />} tone="bad" title="No query could be run">
        Each query shows its problem.
      </Face>
    );
  return (
    <Face icon={<IconChartLine size={20} />} title="No data">
      No series match in this range. Choose a longer range, or remove a filter.
    </Face>
  );
}
