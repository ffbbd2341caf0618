import type { WidgetQuery } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";
import { namesOf } from "./interpolate.ts";
import type { Line, Lines } from "./lines.ts";
import { rangeOf, type View } from "./view.ts";

/** The API has at most this many points for services. */
const maxPoints = 300;

interface CallPoint {
  ts: string;
  calls: number;
  errors: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

const quantiles = ["p50_ms", "p95_ms", "p99_ms"] as const;

/** Rate, errors and latency of calls: of each service, or of the chosen services together. */
export async function callLines({ figure = "rate", service, by = [] }: WidgetQuery, view: View): Promise<Lines> {
  const services = await namesOf(service, view);
  const { step_seconds, services: found } = await view.reads.services.series({
    query: {
      ...{ ...rangeOf(view), points: Math.min(view.points, maxPoints) },
      ...(services ? { service: services } : {}),
    },
  });
  const times = timesOf(view, step_seconds * 1000);
  const lineOf = (labels: Record<string, string>, points: readonly CallPoint[]): Line => {
    const known = new Map(points.map((point) => [Date.parse(point.ts), point]));
    return {
      labels,
      points: times.map((at) => [at, figureOf(known.get(at), figure, secondsSince(at, step_seconds, view))]),
    };
  };
  if (by.includes("service"))
    return { stepSeconds: step_seconds, lines: found.map((each) => lineOf({ service: each.service }, each.points)) };
  if (found.length > 1 && quantiles.some((quantile) => quantile === figure))
    fail("VALIDATION_ERROR", "A quantile of several services needs the grouping by service.");
  return { stepSeconds: step_seconds, lines: found.length === 0 ? [] : [lineOf({}, summed(found))] };
}

/** A step that has run for less than this share of its length has no rate yet. */
const minCovered = 0.3;

function figureOf(
  point: CallPoint | undefined,
  figure: string,
  { seconds, share }: { seconds: number; share: number },
): number | null {
  const { calls, errors } = point ?? { calls: 0, errors: 0 };
  if (figure === "rate") return share < minCovered ? null : calls / seconds;
  if (figure === "errors") return share < minCovered ? null : errors / seconds;
  if (!point) return null;
  if (figure === "error_rate") return errors / calls;
  return point[quantiles.find((quantile) => quantile === figure) ?? "p95_ms"];
}

/** How long a step has run. The API counts whole steps, also where the range begins or ends within one. */
function secondsSince(at: number, stepSeconds: number, { now }: View) {
  const seconds = Math.min(stepSeconds, (now.getTime() - at) / 1000);
  return { seconds, share: seconds / stepSeconds };
}

function timesOf({ from, to }: View, stepMs: number): number[] {
  const times: number[] = [];
  for (let at = Math.floor(from.getTime() / stepMs) * stepMs; at < to.getTime(); at += stepMs) times.push(at);
  return times;
}

/** Calls and errors of all services. With one service its quantiles stay. */
function summed(found: readonly { points: readonly CallPoint[] }[]): CallPoint[] {
  const sums = new Map<string, CallPoint>();
  for (const point of found.flatMap(({ points }) => points)) {
    const sum = sums.get(point.ts);
    if (sum) sums.set(point.ts, { ...sum, calls: sum.calls + point.calls, errors: sum.errors + point.errors });
    else sums.set(point.ts, point);
  }
  return [...sums.values()];
}
