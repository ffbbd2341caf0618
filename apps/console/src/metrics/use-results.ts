import type { Aggregation, ApiError, MetricSeries } from "@opsplane/contract";
import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "../api/api.tsx";
import type { Interval } from "../time/range.ts";
import type { Unit } from "../ui/chart/units.ts";
import type { Shift } from "./chart-data.ts";
import type { Line } from "./lines.ts";
import { defaultAggregation, factsOf, longestPart, unitOf } from "./metric-kind.ts";
import { daysOf } from "./queries.ts";
import { writeQuery } from "./query-text.ts";
import { type MetricRequest, requestOf, shiftedBack } from "./request.ts";

/** A line of the builder with its answer. */
export interface LineResult extends Line {
  agg: Aggregation;
  unit: Unit;
  request: MetricRequest;
  series: readonly MetricSeries[] | undefined;
  earlier: readonly MetricSeries[] | undefined;
  error: ApiError | null;
  /** Loading, with or without the previous answer. */
  busy: boolean;
  retry: () => void;
}

interface ResultsInput {
  lines: readonly Line[];
  interval: Interval;
  step: number;
  shift: Shift | undefined;
}

/** The answers of all queries. Until a new one arrives, the previous answer of the same query is kept. */
export function useResults({ lines, interval, step, shift }: ResultsInput): LineResult[] {
  const api = useApi();
  const facts = useFacts(lines, interval);
  const last = useRef(new Map<string, readonly MetricSeries[]>());
  const asked = lines.map((line, index) => {
    const known = facts[index]?.known ?? factsOf(line.query.metric, []);
    const agg = line.query.agg ?? defaultAggregation(known);
    const request = requestOf(line.query, agg, interval, step);
    const isReady = line.query.metric !== "" && !line.query.hidden && facts[index]?.isReady === true;
    return { line, agg, unit: unitOf(known, agg), request, isReady };
  });
  const load = (request: MetricRequest, key: string, enabled: boolean) => ({
    queryKey: ["metrics", "query", request],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.metrics.query({ query: request }, { signal })).series,
    placeholderData: () => last.current.get(key),
    // Each refresh has other times, and an answer can be large.
    gcTime: 30_000,
    structuralSharing: false,
    enabled,
  });
  const keyOf = (line: Line, when: string) => `${when} ${writeQuery(line.query)}`;
  const now = useQueries({
    queries: asked.map(({ line, request, isReady }) => load(request, keyOf(line, "now"), isReady)),
  });
  const before = useQueries({
    queries: asked.map(({ line, agg, isReady }) =>
      load(
        requestOf(line.query, agg, shiftedBack(interval, shift?.ms ?? 0), step),
        keyOf(line, shift?.label ?? ""),
        isReady && shift !== undefined,
      ),
    ),
  });
  useEffect(() => {
    const kept = new Map<string, readonly MetricSeries[]>();
    for (const [index, { line }] of asked.entries()) {
      const [current, earlier] = [now[index]?.data, before[index]?.data];
      if (current) kept.set(keyOf(line, "now"), current);
      if (shift && earlier) kept.set(keyOf(line, shift.label), earlier);
    }
    last.current = kept;
  });
  return asked.map(({ line, agg, unit, request, isReady }, index) => {
    const [current, earlier] = [now[index], before[index]];
    return {
      ...line,
      agg,
      unit,
      request,
      series: isReady ? current?.data : undefined,
      earlier: shift && isReady ? earlier?.data : undefined,
      error: current?.error ?? earlier?.error ?? null,
      busy: current?.isFetching === true || (shift !== undefined && earlier?.isFetching === true),
      retry: () => void current?.refetch(),
    };
  });
}

const maxNames = 1000;

/** Type and unit of each query's metric. A failure leaves them unknown. */
function useFacts(lines: readonly Line[], interval: Interval) {
  const api = useApi();
  const results = useQueries({
    queries: lines.map(({ query: { metric } }) => {
      const query = { q: longestPart(metric), ...daysOf(interval), limit: maxNames };
      return {
        queryKey: ["metrics", "facts", query],
        queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.metrics.names({ query }, { signal })).items,
        enabled: metric !== "",
        staleTime: 60_000,
      };
    }),
  });
  return results.map(({ data, isPending }, index) => ({
    known: factsOf(lines[index]?.query.metric ?? "", data ?? []),
    isReady: !isPending,
  }));
}
