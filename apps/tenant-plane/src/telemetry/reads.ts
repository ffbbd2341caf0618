import type { LogRecord, TraceSummary } from "@opsplane/contract";
import type { ClickHouse, ReadPriority, TimeRange } from "@opsplane/runtime";
import { barsOf } from "./bars.ts";
import { type FlowQuery, flowFilter } from "./flows/filter.ts";
import { type FlowRow, readFlows } from "./flows/store/flows.ts";
import type { LogFilter } from "./logs/filter.ts";
import { findRecords } from "./logs/queries.ts";
import { type LogHistogram, readHistogram } from "./logs/store/histogram.ts";
import { countProblems, type LineQuery, readLineSample, type SampledLine } from "./logs/store/sample.ts";
import { readServiceErrors, type ServiceErrors } from "./logs/store/service-errors.ts";
import { countInWindows } from "./logs/store/slot-counts.ts";
import { answerMany, type Outcome } from "./metrics/answer-many.ts";
import { type EntitySeries, readEntitySeries } from "./metrics/entities.ts";
import { type CounterQuery, type IncreaseResult, readIncreases } from "./metrics/increases.ts";
import { answer, type MetricQuery, type QueryDeps, type QueryResult } from "./metrics/query.ts";
import { aboutMetrics, findGroups, type GroupDays } from "./metrics/store/browse.ts";
import { readerFor } from "./reader.ts";
import type { GroupLine, SlidingWindows } from "./sliding.ts";
import type { BoundedRange } from "./time-range.ts";
import { type CallSubject, countFastCalls, countGoodCalls, type EventCount } from "./traces/store/call-counts.ts";
import { type SpanQuery, spanConditions } from "./traces/store/conditions.ts";
import { type Figures, type FiguresQuery, readFigures } from "./traces/store/figures.ts";
import { readSpanSample, type SpanSample } from "./traces/store/sample.ts";
import { findTraces } from "./traces/store/search.ts";
import { readServiceSeries, type ServicePoint } from "./traces/store/series.ts";
import { type CallQuery, callsInWindows } from "./traces/store/slot-calls.ts";
import { readSummaries } from "./traces/store/spans.ts";
import { type ServiceVolume, spansByService } from "./traces/store/volume.ts";

/** Reads a tenant's telemetry for other features, with the same functions as the handlers. */
export interface TelemetryReads {
  metric(query: MetricQuery): Promise<QueryResult>;
  /** Many queries at once, with few reads. */
  metrics(queries: readonly MetricQuery[]): Promise<Outcome[]>;
  metricTypes(names: readonly string[]): Promise<Map<string, string>>;
  /** The groups of a metric's series that exist on a day of the range. */
  metricGroups(
    query: Pick<MetricQuery, "metric" | "matchers">,
    by: readonly string[],
    range: BoundedRange,
  ): Promise<GroupDays[]>;
  /** Records of a range, newest first. */
  logs(filter: LogFilter, range: TimeRange, limit: number): Promise<LogRecord[]>;
  /** Record counts in at most `bars` bars. */
  logHistogram(filter: LogFilter, range: BoundedRange, bars: number): Promise<LogHistogram>;
  /** Counts the records in the window before each point. */
  countLogs(filter: LogFilter, by: readonly string[], windows: SlidingWindows): Promise<GroupLine[]>;
  /** Error rate or latency of the calls in the window before each point. */
  calls(query: CallQuery, windows: SlidingWindows): Promise<GroupLine[]>;
  /** Calls that did not fail, of many services by one statement. Bounds are whole minutes. */
  goodCalls(subjects: readonly CallSubject[], range: BoundedRange, stepSeconds: number): Promise<EventCount[]>;
  /** Calls that took at most `maxMs`. */
  fastCalls(
    subjects: readonly (CallSubject & { maxMs: number })[],
    range: BoundedRange,
    stepSeconds: number,
  ): Promise<EventCount[]>;
  /** The increase of each counter in each minute of the range. */
  increases(counters: readonly CounterQuery[], range: BoundedRange): Promise<IncreaseResult[]>;
  traces(query: SpanQuery, range: BoundedRange, limit: number): Promise<TraceSummary[]>;
  services(query: FiguresQuery): Promise<Figures[]>;
  /** Calls, errors and latency of these services in at most `bars` bars of whole minutes. */
  serviceSeries(
    services: readonly string[],
    range: BoundedRange,
    bars: number,
  ): Promise<{ service: string; points: ServicePoint[] }[]>;
  /** Records and errors that these services logged, in at most `bars` bars of whole minutes. */
  serviceErrors(services: readonly string[], range: BoundedRange, bars: number): Promise<ServiceErrors[]>;
  flows(query: FlowQuery, limit: number): Promise<FlowRow[]>;
  /** Whole traces of a window, chosen by their ids. */
  spanSample(window: BoundedRange, limit: number): Promise<SpanSample>;
  /** Lines that report problems, and the lines of sampled traces. */
  lineSample(query: LineQuery): Promise<SampledLine[]>;
  countProblems(window: BoundedRange, services: readonly string[]): Promise<number>;
  /** The gauges and counters of services, hosts and other things by name. */
  entitySeries(names: readonly string[], range: BoundedRange, stepSeconds: number): Promise<EntitySeries[]>;
  /** Services by their number of spans. */
  serviceVolumes(window: BoundedRange): Promise<ServiceVolume[]>;
}

/** Opens the reads of one tenant. The signal cancels them. Interactive reads run before those of policies and reports. */
export type OpenReads = (tenantId: string, signal: AbortSignal, priority: ReadPriority) => TelemetryReads;

export interface ReadsOptions {
  clickhouse: ClickHouse;
  isUp(): boolean;
  now(): Date;
  metricDeps(tenantId: string): QueryDeps;
}

const minuteSeconds = 60;

export function telemetryReads({ clickhouse, isUp, now, metricDeps }: ReadsOptions): OpenReads {
  return (tenantId, signal, priority) => {
    const reader = () => readerFor(clickhouse, isUp, tenantId, signal, priority);
    return {
      metric: (query) => answer(reader(), query, metricDeps(tenantId)),
      metrics: (queries) => answerMany(reader(), queries, metricDeps(tenantId)),
      metricTypes: async (names) =>
        new Map((await aboutMetrics(reader(), names)).map(({ metric_name, type }) => [metric_name, type])),
      metricGroups: (query, by, { from, to }) => findGroups(reader(), { ...query, from, to }, by),
      countLogs: (filter, by, windows) => countInWindows(reader(), filter, by, windows),
      calls: (query, windows) => callsInWindows(reader(), query, windows),
      goodCalls: (subjects, range, stepSeconds) => countGoodCalls(reader(), subjects, range, stepSeconds),
      fastCalls: (subjects, range, stepSeconds) => countFastCalls(reader(), subjects, range, stepSeconds),
      increases: (counters, range) => readIncreases(reader(), counters, range, metricDeps(tenantId)),
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
      serviceSeries: (services, range, bars) =>
        readServiceSeries(reader(), services, barsOf(range, bars, minuteSeconds)),
      serviceErrors: (services, range, bars) => readServiceErrors(reader(), services, range, bars),
      spanSample: (window, limit) => readSpanSample(reader(), window, limit),
      lineSample: (query) => readLineSample(reader(), query),
      countProblems: (window, services) => countProblems(reader(), window, services),
      entitySeries: (names, range, stepSeconds) =>
        readEntitySeries(reader(), names, range, stepSeconds, metricDeps(tenantId)),
      serviceVolumes: (window) => spansByService(reader(), window),
      flows: (query, limit) => readFlows(reader(), flowFilter(query, now()), { limit, offset: 0 }),
    };
  };
}
