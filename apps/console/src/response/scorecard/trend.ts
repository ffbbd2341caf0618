import type { RcaScorecard } from "@opsplane/contract";
import type { ChartData } from "../../ui/chart/chart.tsx";

const dayMs = 86_400_000;
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * dayMs;

/** A point covers this many periods, because one week or month has few judged incidents. */
export const pointPeriods: Record<RcaScorecard["by"], number> = { week: 4, month: 3 };
/** A point of fewer judged incidents is left out, because one more would turn it around. */
export const minOfPoint = 5;

export interface Trend {
  range: { from: number; to: number };
  stepMs: number;
  /** Judged incidents by the rank of their cause. */
  counts: ChartData;
  /** The share of the first cause and of the first three, over the last few periods. */
  shares: ChartData;
}

/** The weeks or months of a scorecard as charts, also those without a judgment. `from` undefined: since the first judgment. */
export function trendOf({ by, periods }: RcaScorecard, from: number | undefined, now: number): Trend {
  const first = from ?? Date.parse(periods[0]?.start ?? new Date(now).toISOString());
  const times = startsBetween(first, now, by);
  const found = new Map(periods.map((period) => [Date.parse(period.start), period]));
  const at = times.map((time) => found.get(time) ?? { confirmed: 0, top1: 0, top3: 0 });
  const shares = (count: (period: Counts) => number) =>
    at.map((_, index) => {
      const covered = at.slice(Math.max(0, index + 1 - pointPeriods[by]), index + 1);
      const all = sum(covered.map(({ confirmed }) => confirmed));
      return all < minOfPoint ? null : sum(covered.map(count)) / all;
    });
  return {
    range: { from: times[0] ?? first, to: nextStart(times.at(-1) ?? first, by) },
    stepMs: (by === "week" ? 7 : 30) * dayMs,
    counts: {
      times,
      series: [
        { id: "first", label: "First", tone: "good", values: at.map(({ top1 }) => top1) },
        { id: "top3", label: "Second or third", tone: "calm", values: at.map(({ top1, top3 }) => top3 - top1) },
        {
          id: "miss",
          label: "Lower or not named",
          tone: "serious",
          values: at.map((each) => each.confirmed - each.top3),
        },
      ],
    },
    shares: {
      times,
      series: [
        { id: "first", label: "First", tone: "good", values: shares(({ top1 }) => top1) },
        { id: "top3", label: "In the first three", tone: "calm", values: shares(({ top3 }) => top3) },
      ],
    },
  };
}

type Counts = Pick<RcaScorecard, "confirmed" | "top1" | "top3">;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function startsBetween(from: number, until: number, by: RcaScorecard["by"]): number[] {
  const starts: number[] = [];
  for (let start = startOf(from, by); start <= until; start = nextStart(start, by)) starts.push(start);
  return starts;
}

function startOf(time: number, by: RcaScorecard["by"]): number {
  if (by === "week") return time - ((((time - firstMonday) % (7 * dayMs)) + 7 * dayMs) % (7 * dayMs));
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

function nextStart(start: number, by: RcaScorecard["by"]): number {
  if (by === "week") return start + 7 * dayMs;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
