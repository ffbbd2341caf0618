import { Alert, Button, Loader, SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { AlertPolicyInput } from "@opsplane/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { Unit } from "../../ui/chart/units.ts";
import { FormProblem } from "../../ui/form-problem.tsx";
import { Panel } from "../../ui/panel.tsx";
import { conditionUnit } from "../policies/condition-words.ts";
import classes from "./backtest.module.css";
import { BacktestChart } from "./backtest-chart.tsx";
import { BacktestResults } from "./backtest-results.tsx";
import { useMetricUnit } from "./metric-unit.ts";
import { type BacktestRange, type BacktestRequest, backtestRanges, useBacktest } from "./queries.ts";

const rangeLabels: Record<BacktestRange, string> = {
  "1h": "1 h",
  "6h": "6 h",
  "24h": "24 h",
  "7d": "7 d",
  "30d": "30 d",
};
/** Short enough to be replayed with every change. */
const quick: readonly BacktestRange[] = ["1h", "6h"];

interface BacktestPanelProps {
  /** Undefined while the condition is incomplete. */
  policy: AlertPolicyInput | undefined;
  first?: BacktestRange;
}

/** Replays a policy: short times with every change, long ones on request. */
export function BacktestPanel({ policy, first = "1h" }: BacktestPanelProps) {
  const [range, setRange] = useState<BacktestRange>(first);
  const written = evaluatedPart(policy);
  const [settled] = useDebouncedValue(written, 500);
  const [asked, setAsked] = useState<{ written: string; range: BacktestRange }>();
  const isQuick = quick.includes(range);
  const isAsked = asked?.written === settled && asked.range === range;
  const isReady = settled !== "" && written !== "" && (isQuick || isAsked);
  const request = useMemo(() => (isReady ? requestOf(settled, range) : undefined), [isReady, settled, range]);
  const backtest = useBacktest(request);
  const metricUnit = useMetricUnit(request?.policy.condition);
  const unit: Unit = conditionUnit(request?.policy.condition ?? { type: "threshold" }, metricUnit);
  const { data, error, isFetching } = backtest;
  const isOutdated = backtest.isPlaceholderData || written !== settled || request === undefined;
  return (
    <Panel
      title="Preview and backtest"
      action={
        <div className={classes.tools}>
          {isFetching ? <Loader size={14} aria-label="Replaying" /> : null}
          <SegmentedControl
            size="xs"
            aria-label="Replay the last"
            data={backtestRanges.map((value) => ({ value, label: rangeLabels[value] }))}
            value={range}
            onChange={(chosen) => setRange(backtestRanges.find((each) => each === chosen) ?? first)}
          />
          <Button
            size="compact-sm"
            leftSection={<IconPlayerPlay size={13} />}
            disabled={written === ""}
            loading={!isQuick && isFetching}
            onClick={() => {
              if (isQuick || isAsked) void backtest.refetch();
              else setAsked({ written, range });
            }}
          >
            Backtest
          </Button>
        </div>
      }
    >
      <section className={classes.panel} aria-label="Backtest" aria-busy={isFetching}>
        {written === "" ? (
          <p className={classes.note}>Complete the condition to see how it would have behaved.</p>
        ) : error && !isFetching && request ? (
          <FormProblem error={error} />
        ) : request === undefined ? (
          <Alert variant="light" color="gray" p="sm">
            Press Backtest to replay the last {rangeLabels[range]}. It raises no alerts.
          </Alert>
        ) : null}
        {data && request && !error ? (
          <div className={classes.result} data-outdated={isOutdated}>
            <BacktestChart backtest={data} policy={request.policy} unit={unit} metricUnit={metricUnit} />
            <BacktestResults backtest={data} unit={unit} />
          </div>
        ) : isFetching ? (
          <p className={classes.note}>Replaying the policy over stored data…</p>
        ) : null}
      </section>
    </Panel>
  );
}

function requestOf(written: string, range: BacktestRange): BacktestRequest {
  return { policy: JSON.parse(written), range };
}

/** What decides when it fires, so that other fields start no replay. Empty without a policy. */
function evaluatedPart(policy: AlertPolicyInput | undefined): string {
  if (!policy) return "";
  const { signal, condition, keep_firing_for, group_by, severity, severity_levels, no_data, interval, delay } = policy;
  return JSON.stringify({
    ...{ name: "Preview", signal, condition, for: policy.for, keep_firing_for, group_by },
    ...{ severity, severity_levels, no_data, interval, delay },
  });
}
