import { SegmentedControl, Select } from "@mantine/core";
import { type FlowSplit, flowSplits } from "@opsplane/contract";
import { IconNetwork } from "@tabler/icons-react";
import { useMemo } from "react";
import { useMarkers } from "../explore/markers.ts";
import type { Interval } from "../time/range.ts";
import { useClock } from "../time/time.tsx";
import { Chart } from "../ui/chart/chart.tsx";
import { Face } from "../ui/faces.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { flowChart, measures, measureWords } from "./flow-chart.ts";
import { type FlowSearch, filterNames, filterWords } from "./flow-filter.ts";
import classes from "./network.module.css";
import { useFlowSeries, useNames } from "./queries.ts";

interface ChartSearch {
  measure?: string | undefined;
  by?: string | undefined;
}

interface OverTimeProps {
  search: FlowSearch & ChartSearch;
  interval: Interval;
  onSearch: (search: ChartSearch) => void;
  onSelect: (interval: Interval) => void;
}

const noSplit = "none";
const defaultSplit: FlowSplit = "protocol";

/** Bytes, packets or flows over time, stacked by group. */
export function OverTime({ search, interval, onSearch, onSelect }: OverTimeProps) {
  const { mode } = useClock();
  const markers = useMarkers(interval);
  const measure = measures.find((each) => each === search.measure) ?? "bytes";
  const by = search.by === noSplit ? undefined : (flowSplits.find((each) => each === search.by) ?? defaultSplit);
  const series = useFlowSeries(search, interval, by);
  const isByAddress = by === "src_ip" || by === "dst_ip";
  const names = useNames(isByAddress ? (series.data?.series ?? []).flatMap(({ key }) => key ?? []) : []);
  const data = useMemo(
    () => series.data && flowChart(series.data, measure, by, (ip) => names.get(ip)?.[0]?.name),
    [series.data, measure, by, names],
  );
  const hasFlows = data?.series.some(({ values }) => values.some((value) => (value ?? 0) > 0)) ?? true;
  return (
    <Panel
      title="Over time"
      action={
        <div className={classes.tools}>
          <SegmentedControl
            aria-label="Measure"
            data={measures.map((value) => ({ value, label: measureWords[value] }))}
            value={measure}
            onChange={(chosen) => onSearch({ measure: chosen === "bytes" ? undefined : chosen })}
          />
          <Select
            size="xs"
            w={160}
            aria-label="Stack by"
            allowDeselect={false}
            data={[
              { value: noSplit, label: "All flows" },
              ...flowSplits.map((value) => ({ value, label: `By ${filterWords[value].toLowerCase()}` })),
            ]}
            value={by ?? noSplit}
            onChange={(chosen) => onSearch({ by: chosen === defaultSplit ? undefined : (chosen ?? undefined) })}
          />
        </div>
      }
    >
      <div className={classes.result} data-busy={series.isPlaceholderData} aria-busy={series.isPlaceholderData}>
        {hasFlows ? (
          <Chart
            title="Flows over time"
            data={data}
            error={series.error}
            retry={() => void series.refetch()}
            empty={null}
            kind="bars"
            unit={measure === "bytes" ? "bytes" : "count"}
            mode={mode}
            range={interval}
            stepMs={(series.data?.step_seconds ?? 60) * 1000}
            markers={markers}
            height={240}
            onSelect={onSelect}
          />
        ) : (
          <NoFlows isFiltered={filterNames.some((name) => search[name])} />
        )}
      </div>
    </Panel>
  );
}

function NoFlows({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Face icon={<IconNetwork size={20} />} title="No flows match the filters">
        Remove a filter, or choose a longer range.
      </Face>
    );
  return (
    <Face
      icon={<IconNetwork size={20} />}
      title="No flows received in this range"
      actions={
        <ButtonLink to="/settings/collectors" variant="default">
          Add a collector
        </ButtonLink>
      }
    >
      Send flow records from a NetFlow or IPFIX relay, or choose a longer range.
    </Face>
  );
}
