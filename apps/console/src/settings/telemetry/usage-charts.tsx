import { SegmentedControl, SimpleGrid } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { absoluteRange, type Preset } from "../../time/range.ts";
import { RangeControl } from "../../time/range-control.tsx";
import { useTimeRange } from "../../time/use-range.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { Face } from "../../ui/faces.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useDailyUsage } from "./queries.ts";
import classes from "./telemetry.module.css";
import { dayMs, daysOf, monthStarts, usageData } from "./usage-days.ts";

const route = getRouteApi("/settings/telemetry");

const fallback: Preset = "30d";
const presets: readonly Preset[] = ["7d", "30d", "90d"];
const views = [
  { value: "bars", label: "Bars" },
  { value: "areas", label: "Areas" },
  { value: "lines", label: "Lines" },
] as const;

/** Received data by UTC day and signal. */
export function UsageCharts() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next } });
  const state = useTimeRange(search, fallback);
  const { range, interval, now, problem } = state;
  const days = useMemo(() => daysOf(range, interval), [range, interval]);
  const usage = useDailyUsage(days, now);
  const kind = views.find(({ value }) => value === search.view)?.value ?? "bars";
  const data = useMemo(() => {
    const rows = usage.data?.usage;
    return rows && { bytes: usageData(rows, "bytes", days, now), rows: usageData(rows, "rows", days, now) };
  }, [usage.data, days, now]);
  const markers = useMemo(() => monthStarts(days), [days]);
  const shared = {
    kind,
    mode: "utc" as const,
    range: days,
    stepMs: dayMs,
    markers,
    group: "telemetry-usage",
    error: usage.error,
    retry: () => void usage.refetch(),
    empty: <NoData />,
    onSelect: (chosen: { from: number; to: number }) => change(absoluteRange(daysOf(absoluteRange(chosen), chosen))),
  };
  return (
    <Panel
      title="By day"
      action={
        <SegmentedControl
          aria-label="Draw as"
          data={[...views]}
          value={kind}
          onChange={(view) => change({ view: view === "bars" ? undefined : view })}
        />
      }
    >
      <div className={classes.range}>
        <RangeControl state={state} search={search} onChange={change} presets={presets} />
        <span className="dim">Days are in UTC. Drag over a chart to zoom in.</span>
      </div>
      {problem ? (
        <p className={classes.note} role="alert">
          {problem} Showing the last 30 days.
        </p>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
        <section aria-labelledby="telemetry-bytes">
          <h3 id="telemetry-bytes" className={classes.chartTitle}>
            Data received
          </h3>
          <Chart {...shared} title="Data received by day" unit="bytes" data={data?.bytes} />
        </section>
        <section aria-labelledby="telemetry-rows">
          <h3 id="telemetry-rows" className={classes.chartTitle}>
            Records stored
          </h3>
          <Chart {...shared} title="Records stored by day" unit="count" data={data?.rows} />
        </section>
      </SimpleGrid>
    </Panel>
  );
}

function NoData() {
  return (
    <Face
      icon={<IconChartBar size={20} />}
      title="No data received in this range"
      actions={
        <ButtonLink to="/settings/collectors" variant="default">
          Add a collector
        </ButtonLink>
      }
    >
      Choose a longer range, or send telemetry with a collector token.
    </Face>
  );
}
