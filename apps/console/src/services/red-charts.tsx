import { useMemo, useState } from "react";
import type { Interval } from "../time/range.ts";
import { useClock } from "../time/time.tsx";
import { Chart } from "../ui/chart/chart.tsx";
import { MarkerList } from "../ui/chart/marker-list.tsx";
import type { ChartMarker } from "../ui/chart/plot-props.ts";
import { useServiceSeries } from "./queries.ts";
import classes from "./red-charts.module.css";
import { redOf } from "./red-series.ts";

interface RedChartsProps {
  service: string;
  interval: Interval;
  markers: readonly ChartMarker[];
  height?: number;
  onSelect?: (range: Interval) => void;
  /** Among several services, the events are listed under the last one alone. */
  listsEvents?: boolean;
}

const points = 90;

/** Rate, errors and latency of a service, with one cursor. */
export function RedCharts({ service, interval, markers, height = 160, onSelect, listsEvents = true }: RedChartsProps) {
  const { mode } = useClock();
  const series = useServiceSeries(interval, points, [service]);
  const [active, setActive] = useState<string>();
  const red = useMemo(() => series.data && redOf(series.data, service), [series.data, service]);
  const shared = {
    error: series.error,
    retry: () => void series.refetch(),
    kind: "lines" as const,
    mode,
    range: interval,
    stepMs: red?.stepMs ?? 60_000,
    markers,
    listedElsewhere: { active },
    group: `red-${service}`,
    height,
    compact: true,
    empty: <p className="dim">No calls in this time range.</p>,
    ...(onSelect ? { onSelect } : {}),
  };
  return (
    <div aria-busy={series.isPlaceholderData}>
      <div className={classes.charts}>
        <Titled title="Rate">
          <Chart {...shared} title={`Calls a second of ${service}`} unit="count" data={red?.rate} />
        </Titled>
        <Titled title="Errors">
          <Chart {...shared} title={`Errors of ${service}`} unit="percent" data={red?.errors} />
        </Titled>
        <Titled title="Latency">
          <Chart {...shared} title={`Latency of ${service}`} unit="seconds" data={red?.latency} />
        </Titled>
      </div>
      {listsEvents ? (
        <MarkerList {...{ markers, mode }} range={interval} stepMs={shared.stepMs} onActive={setActive} few={4} />
      ) : null}
    </div>
  );
}

function Titled({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.chart} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
