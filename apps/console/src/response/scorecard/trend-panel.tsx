import { SegmentedControl, SimpleGrid } from "@mantine/core";
import { type RcaScorecard, scorecardPeriods } from "@opsplane/contract";
import { useMemo } from "react";
import { Chart } from "../../ui/chart/chart.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "./scorecard.module.css";
import { minOfPoint, pointPeriods, trendOf } from "./trend.ts";

interface TrendPanelProps {
  card: RcaScorecard;
  /** Undefined: since the first judgment. */
  from: number | undefined;
  now: number;
  onPeriod: (by: RcaScorecard["by"]) => void;
}

const periodWords: Record<RcaScorecard["by"], string> = { week: "Week", month: "Month" };

/** How often the analysis was right, and how often people judged, by week or month. */
export function TrendPanel({ card, from, now, onPeriod }: TrendPanelProps) {
  const { by } = card;
  const { counts, shares, range, stepMs } = useMemo(() => trendOf(card, from, now), [card, from, now]);
  const shared = { mode: "utc" as const, range, stepMs, group: "scorecard", height: 180, compact: true };
  const covered = `${pointPeriods[by]} ${by}s`;
  const levels =
    card.mean_confidence === null
      ? []
      : [{ value: card.mean_confidence, label: "Mean confidence", tone: "quiet" as const }];
  return (
    <Panel
      title="Trend"
      action={
        <SegmentedControl
          size="xs"
          aria-label="Group by"
          data={scorecardPeriods.map((value) => ({ value, label: periodWords[value] }))}
          value={by}
          onChange={(chosen) => onPeriod(chosen === "month" ? "month" : "week")}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg">
        <section aria-labelledby="scorecard-shares">
          <h3 id="scorecard-shares" className={classes.chartTitle}>
            Rate over {covered}
          </h3>
          <Chart
            {...shared}
            title={`Rate over ${covered}`}
            kind="lines"
            unit="ratio"
            levels={levels}
            data={shares}
            empty={<span className="dim">{`Too few judged incidents: no ${covered} have ${minOfPoint}.`}</span>}
          />
        </section>
        <section aria-labelledby="scorecard-counts">
          <h3 id="scorecard-counts" className={classes.chartTitle}>
            Judged incidents by {by}
          </h3>
          <Chart
            {...shared}
            title={`Judged incidents by ${by}`}
            kind="bars"
            unit="count"
            data={counts}
            empty={<span className="dim">No judged incidents.</span>}
          />
        </section>
      </SimpleGrid>
      <p className={classes.note}>
        {by === "week" ? "Weeks start on Monday, UTC." : "Months are in UTC."} A point of the rate covers up to{" "}
        {covered}; one with fewer than {minOfPoint} judged incidents is left out.
      </p>
    </Panel>
  );
}
