import type { Output, operations } from "@opsplane/contract";
import { timesOf } from "../explore/steps.ts";
import type { ChartData } from "../ui/chart/chart.tsx";

export type ServiceSeries = Output<typeof operations.services.series>;

export interface RedData {
  stepMs: number;
  rate: ChartData;
  errors: ChartData;
  latency: ChartData;
}

/** A step that has run for less than this share of its length has no rate yet. */
const minCovered = 0.3;

/** The three charts of one service: calls a second, share of errors, latency. */
export function redOf(series: ServiceSeries, service: string): RedData {
  const stepMs = series.step_seconds * 1000;
  const [from, to] = [Date.parse(series.from), Date.parse(series.to)];
  const times = timesOf({ from, to }, stepMs);
  const points = new Map(
    series.services.find((each) => each.service === service)?.points.map((point) => [Date.parse(point.ts), point]),
  );
  const each = (value: (point: Point | undefined, seconds: number) => number | null) =>
    times.map((at) => {
      const seconds = (Math.min(at + stepMs, to) - at) / 1000;
      return seconds < minCovered * series.step_seconds ? null : value(points.get(at), seconds);
    });
  const errors = each((point) => (point ? (point.errors / point.calls) * 100 : null));
  const quantile = (name: "p50_ms" | "p95_ms" | "p99_ms") => each((point) => (point ? point[name] / 1000 : null));
  return {
    stepMs,
    rate: {
      times,
      series: [{ id: "calls", label: "calls/s", values: each((point, seconds) => (point?.calls ?? 0) / seconds) }],
    },
    errors: { times, series: [{ id: "errors", label: "errors", tone: "bad", values: errors }] },
    latency: {
      times,
      series: [
        { id: "p50", label: "p50", values: quantile("p50_ms") },
        { id: "p95", label: "p95", values: quantile("p95_ms") },
        { id: "p99", label: "p99", values: quantile("p99_ms") },
      ],
    },
  };
}

type Point = ServiceSeries["services"][number]["points"][number];
