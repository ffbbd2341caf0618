import type { LogRecord, TraceSummary } from "@opsplane/contract";
import type { ClickHouse, ReadPriority } from "@opsplane/runtime";
import type { TimeRange } from "../records/time-range.ts";
import { type FlowQuery, flowFilter } from "./flows/filter.ts";
import { type FlowRow, readFlows } from "./flows/store/flows.ts";
import type { LogFilter } from "./logs/filter.ts";
import { findRecords } from "./logs/queries.ts";
import { type LogHistogram, readHistogram } from "./logs/store/histogram.ts";
import { answer, type MetricQuery, type QueryDeps, type QueryResult } from "./metrics/query.ts";
import { readerFor } from "./reader.ts";
import type { BoundedRange } from "./time-range.ts";
import { type SpanQuery, spanConditions } from "./traces/store/conditions.ts";
import { type Figures, type FiguresQuery, readFigures } from "./traces/store/figures.ts";
import { findTraces } from "./traces/store/search.ts";
import { readSummaries } from "./traces/store/spans.ts";

/** Reads a tenant's telemetry for other features, with the same functions as the handlers. */
export interface TelemetryReads {
  metric(query: MetricQuery): Promise<QueryResult>;
  /** Records of a range, newest first. */
  logs(filter: LogFilter, range: TimeRange, limit: number): Promise<LogRecord[]>;
  /** Record counts in at most `bars` bars. */
  logHistogram(filter: LogFilter, range: BoundedRange, bars: number): Promise<LogHistogram>;
  traces(query: SpanQuery, range: BoundedRange, limit: number): Promise<TraceSummary[]>;
  services(query: FiguresQuery): Promise<Figures[]>;
  flows(query: FlowQuery, limit: number): Promise<FlowRow[]>;
}

/** Opens the reads of one tenant. The signal cancels them. Interactive reads run before those of policies and reports. */
export type OpenReads = (tenantId: string, signal: AbortSignal, priority: ReadPriority) => TelemetryReads;

export interface ReadsOptions {
  clickhouse: ClickHouse;
  isUp(): boolean;
  now(): Date;
  metricDeps(tenantId: string): QueryDeps;
}

export function telemetryReads({ clickhouse, isUp, now, metricDeps }: ReadsOptions): OpenReads {
  return (tenantId, signal, priority) => {
    const reader = () => readerFor(clickhouse, isUp, tenantId, signal, priority);
    return {
      metric: (query) => answer(reader(), query, metricDeps(tenantId)),
      logs: (filter, range, limit) => findRecords(reader(), filter, { range, now: now(), limit }),
      logHistogram: (filter, range, bars) => readHistogram(reader(), filter, range, bars),
      traces: async (query, window, limit) => {
        const span = spanConditions(query);
        const found = await findTraces(reader(), { window, span, after: undefined, limit });
        return readSummaries(
          reader(),
          found.map(({ trace_id }) => trace_id),
        );
      },
      services: (query) => readFigures(reader(), query),
      flows: (query, limit) => readFlows(reader(), flowFilter(query, now()), { limit, offset: 0 }),
    };
  };
}
