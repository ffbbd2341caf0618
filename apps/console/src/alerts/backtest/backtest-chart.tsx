import type { AlertCondition, AlertPolicyInput, Backtest } from "@opsplane/contract";
import { useMemo } from "react";
import { useClock } from "../../time/time.tsx";
import { Chart } from "../../ui/chart/chart.tsx";
import type { Unit } from "../../ui/chart/units.ts";
import classes from "./backtest.module.css";
import { boundsOf, chartOf, chartStep, firedSpans, levelsOf } from "./backtest-data.ts";

interface BacktestChartProps {
  backtest: Backtest;
  policy: AlertPolicyInput;
  /** The unit of the values that are compared. */
  unit: Unit;
  /** The unit of the metric itself. */
  metricUnit: Unit;
}

/** The values that were compared, the thresholds, and the stretches in which it would have fired. */
export function BacktestChart({ backtest, policy, unit, metricUnit }: BacktestChartProps) {
  const { mode } = useClock();
  const fallback = policy.condition.metric_name ?? "Value";
  const data = useMemo(() => chartOf(backtest, fallback), [backtest, fallback]);
  const bounds = useMemo(() => boundsOf(backtest, fallback), [backtest, fallback]);
  const levels = useMemo(() => levelsOf(policy, unit), [policy, unit]);
  const spans = useMemo(() => firedSpans(backtest), [backtest]);
  const shared = {
    kind: "lines" as const,
    mode,
    range: { from: Date.parse(backtest.from), to: Date.parse(backtest.to) },
    stepMs: chartStep(backtest),
    group: "alert-backtest",
    compact: true,
    spans,
  };
  return (
    <div className={classes.charts}>
      <Chart
        {...shared}
        title={titleOf(policy.condition)}
        data={data}
        empty={<span className="dim">No data in this time.</span>}
        unit={unit}
        levels={levels}
        height={220}
      />
      {bounds ? (
        <>
          <h3 className={classes.heading}>Usual range</h3>
          <Chart
            {...shared}
            title="Usual range"
            data={bounds}
            empty={<span className="dim">Not enough history.</span>}
            unit={metricUnit}
            height={130}
          />
        </>
      ) : null}
    </div>
  );
}

function titleOf({ type, measure }: AlertCondition): string {
  if (type !== "deviation") return "Preview";
  return measure === "surprise" ? "Surprise" : "Standard deviations from the usual value";
}
