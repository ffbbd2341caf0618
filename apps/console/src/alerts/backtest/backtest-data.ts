import type { AlertPolicyInput, Backtest, MetricSeries, Severity } from "@opsplane/contract";
import { seriesNames } from "../../metrics/index.ts";
import type { ChartData } from "../../ui/chart/chart.tsx";
import type { Tone } from "../../ui/chart/colors.ts";
import type { ChartLevel, ChartSpan } from "../../ui/chart/plot-props.ts";
import type { ChartSeries } from "../../ui/chart/series.ts";
import { type Unit, unitText } from "../../ui/chart/units.ts";

/** The server keeps this many points of a line. */
const maxPoints = 600;

/** The milliseconds between two points of the chart. A long replay is thinned. */
export function chartStep({ step_seconds, evaluations }: Pick<Backtest, "step_seconds" | "evaluations">): number {
  return step_seconds * 1000 * Math.max(1, Math.ceil(evaluations / maxPoints));
}

/** The values on one time axis. */
export function chartOf(backtest: Backtest, fallback: string): ChartData {
  return aligned(backtest, backtest.series, namesOf(backtest.series, fallback));
}

/** The edges of what is usual: first all upper ones, then all lower ones. */
export function boundsOf(backtest: Backtest, fallback: string): ChartData | undefined {
  const { bounds } = backtest;
  if (bounds.length === 0) return undefined;
  const half = bounds.length / 2;
  const names = namesOf(bounds.slice(0, half), fallback);
  return aligned(backtest, bounds, [
    ...names.map((name) => `${name} · upper edge`),
    ...names.map((name) => `${name} · lower edge`),
  ]);
}

function namesOf(series: readonly MetricSeries[], fallback: string): string[] {
  return seriesNames(
    series.map(({ labels }) => labels),
    fallback,
  );
}

function aligned(backtest: Backtest, lines: readonly MetricSeries[], names: readonly string[]): ChartData {
  const step = chartStep(backtest);
  const first = Math.floor(Date.parse(backtest.from) / step);
  const count = Math.max(1, Math.ceil(Date.parse(backtest.to) / step) - first + 1);
  const times = Array.from({ length: count }, (_, index) => (first + index) * step);
  const series = lines.map(({ points }, index): ChartSeries => {
    const values = new Array<number | null>(count).fill(null);
    for (const [at, value] of points) {
      const place = Math.floor(at / step) - first;
      if (typeof value === "number" && place >= 0 && place < count) values[place] = value;
    }
    return { id: `${index} ${names[index] ?? ""}`, label: names[index] ?? "", values: joined(values) };
  });
  return { times, series };
}

/** Points of a thinned line are anywhere in their step, so that a single empty step is not a gap in the data. */
function joined(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value, index) => {
    const [before, after] = [values[index - 1] ?? null, values[index + 1] ?? null];
    return value === null && before !== null && after !== null ? before : value;
  });
}

const severityTones: Record<Severity, Tone> = { P1: "bad", P2: "serious", P3: "warning", P4: "calm", P5: "quiet" };

/** The thresholds as lines, each with its severity. */
export function levelsOf(policy: AlertPolicyInput, unit: Unit): ChartLevel[] {
  const { condition, severity = "P3", severity_levels = [] } = policy;
  const { type, operator = ">" } = condition;
  if (type === "absence") return [];
  const threshold = condition.threshold ?? (type === "deviation" ? 3 : undefined);
  const levels = [...(threshold === undefined ? [] : [{ severity, threshold }]), ...severity_levels];
  return levels.map((level) => ({
    value: level.threshold,
    label: `${level.severity}: ${operator} ${unitText(level.threshold, unit)}`,
    tone: severityTones[level.severity],
  }));
}

/** When at least one alert would have fired. Overlapping stretches are one. */
export function firedSpans({ alerts, to }: Pick<Backtest, "alerts" | "to">): ChartSpan[] {
  const spans: ChartSpan[] = [];
  const sorted = alerts
    .map(({ fired_at, resolved_at }) => ({ from: Date.parse(fired_at), to: Date.parse(resolved_at ?? to) }))
    .sort((one, other) => one.from - other.from);
  for (const span of sorted) {
    const last = spans.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else spans.push({ ...span });
  }
  return spans;
}
