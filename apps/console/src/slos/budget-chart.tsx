import type { SloPoint } from "@opsplane/contract";
import { useMemo } from "react";
import { useClock } from "../time/time.tsx";
import { Chart, type ChartData } from "../ui/chart/chart.tsx";

interface BudgetChartProps {
  title: string;
  series: { from: string; to: string; step_seconds: number; points: readonly SloPoint[] } | undefined;
  error?: Parameters<typeof Chart>[0]["error"];
  retry?: () => void;
  height?: number;
}

/** What was left of the window's error budget, from its beginning until now. */
export function BudgetChart({ title, series, error = null, retry, height = 200 }: BudgetChartProps) {
  const { mode } = useClock();
  const data = useMemo(() => series && budgetData(series.points), [series]);
  return (
    <Chart
      title={title}
      data={data}
      error={error}
      {...(retry ? { retry } : {})}
      kind="lines"
      unit="percent"
      mode={mode}
      range={{ from: Date.parse(series?.from ?? ""), to: Date.parse(series?.to ?? "") }}
      stepMs={(series?.step_seconds ?? 3600) * 1000}
      levels={[{ value: 0, label: "Budget spent", tone: "bad" }]}
      height={height}
      compact
      empty={<p className="dim">No events in this window.</p>}
    />
  );
}

/** Before the first event there is nothing to show. */
function budgetData(points: readonly SloPoint[]): ChartData {
  const first = points.findIndex(({ total }) => total > 0);
  return {
    times: points.map(({ at }) => Date.parse(at)),
    series: [
      {
        id: "budget",
        label: "Budget left",
        values: points.map(({ budget_remaining }, at) => (first < 0 || at < first ? null : budget_remaining)),
      },
    ],
  };
}
