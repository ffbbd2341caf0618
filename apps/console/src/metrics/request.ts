import { type Aggregation, type Input, operations, urlOf } from "@opsplane/contract";
import { durationText } from "../explore/steps.ts";
import { absoluteRange, type Interval } from "../time/range.ts";
import { type BuiltQuery, quotedText } from "./query-text.ts";

export type MetricRequest = Input<typeof operations.metrics.query>["query"];

/** More series are refused by the server with the advice to filter or aggregate. */
const maxSeries = 1000;

/** The matchers of filters. Quoted values may have commas. */
export function matchOf(filters: BuiltQuery["filters"]): { match?: string[] } {
  if (filters.length === 0) return {};
  return { match: filters.map(({ label, operator, value }) => `${label}${operator}${quotedText(value)}`) };
}

/** A query as the API reads it. The times are multiples of the step, so that points stay the same with each refresh. */
export function requestOf(query: BuiltQuery, agg: Aggregation, interval: Interval, step: number): MetricRequest {
  const { from, to } = absoluteRange({ from: Math.floor(interval.from / step) * step, to: interval.to });
  return {
    metric_name: query.metric,
    start: from,
    end: to,
    step: durationText(step),
    ...matchOf(query.filters),
    agg,
    ...(query.by.length > 0 ? { by: [...query.by] } : {}),
    ...(query.over ? { over: query.over } : {}),
    ...(query.window ? { window: query.window } : {}),
    limit: maxSeries,
  };
}

/** The same interval some time before. */
export function shiftedBack({ from, to }: Interval, ms: number): Interval {
  return { from: from - ms, to: to - ms };
}

/** The call as a shell command. The token is a variable that the reader sets. */
export function curlOf(origin: string, tenantId: string, request: MetricRequest): string {
  const url = `${origin}${urlOf(operations.metrics.query, { query: request })}`;
  return `curl -s '${url.replaceAll("'", "%27")}' \\
  -H "Authorization: Bearer $OPSPLANE_TOKEN" \\
  -H 'x-tenant-id: ${tenantId}'`;
}
