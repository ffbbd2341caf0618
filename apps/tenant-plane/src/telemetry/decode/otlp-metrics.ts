import {
  type Attributes,
  type ExponentialHistogramPoint,
  type HistogramPoint,
  hashBytes,
  type Metric,
  type MetricData,
  type Point,
  type Scoped,
  textAttributes,
} from "@opsplane/wire";
import type { IngestReport } from "./ingest-report.ts";
import { type Histogram, type Metadata, MetricRows } from "./metric-rows.ts";
import { enter, problemOf, type Series, seriesOf } from "./series.ts";
import type { SeriesIndex, SeriesSlot } from "./series-index.ts";

/** The resource attributes that identify a series. All others only describe the resource and are not labels. */
const resourceLabels = new Set([
  ...["service.name", "service.namespace", "service.instance.id", "host.name", "container.name", "cloud.region"],
  ...["deployment.environment", "deployment.environment.name", "k8s.cluster.name", "k8s.namespace.name"],
  ...["k8s.node.name", "k8s.pod.name", "k8s.deployment.name", "k8s.container.name"],
]);

const delta = 1;
const noValue = 1;
const stale = { low: 2, high: 0x7ff00000 };

/** An export of OpenTelemetry metrics. Histograms keep their buckets and also give `_count` and `_sum` series. */
export function otlpMetricRows(
  scoped: Scoped<Metric>[],
  limits: { tenantId: string; keepDays: number; seriesLimit: number; now: number },
  index: SeriesIndex,
  report: IngestReport,
): MetricRows {
  const rows = new MetricRows(limits.tenantId, limits.keepDays, index);
  const target = new Target(rows, index, report, limits.seriesLimit);
  for (const [at, { resource, items }] of scoped.entries()) {
    const shared = [...textAttributes(resource)].filter(([name]) => resourceLabels.has(name));
    for (const metric of items) {
      target.path = `metrics[${at}].${metric.name}`;
      rows.metadata(metadataOf(metric), limits.now);
      addMetric(target, metric, shared);
    }
  }
  return rows;
}

function addMetric(target: Target, { name, data }: Metric, shared: [string, string][]): void {
  switch (data.type) {
    case "gauge":
    case "sum":
      for (const point of data.points) target.number(name, labelsOf(shared, point.attributes), point, point.value);
      return;
    case "histogram":
      for (const point of data.points)
        target.histogram(name, shared, point, explicit(point, data.temporality !== delta));
      return;
    case "exponential_histogram":
      for (const point of data.points)
        target.histogram(name, shared, point, exponential(point, data.temporality !== delta));
      return;
    case "summary":
      for (const point of data.points) {
        const labels = labelsOf(shared, point.attributes);
        for (const { quantile, value } of point.quantiles)
          target.number(name, [...labels, ["quantile", String(quantile)]], point, value);
        target.number(`${name}_sum`, labels, point, point.sum);
        target.number(`${name}_count`, labels, point, point.count);
      }
  }
}

function labelsOf(shared: [string, string][], attributes: Attributes): [string, string][] {
  const own = textAttributes(attributes);
  return [...shared.filter(([name]) => !own.has(name)), ...own];
}

const otlpSeed = 4;

/** Finds the series of points, checks their times and adds their rows. */
class Target {
  path = "";
  readonly #key = new Uint32Array(2);

  constructor(
    readonly rows: MetricRows,
    readonly index: SeriesIndex,
    readonly report: IngestReport,
    readonly limit: number,
  ) {}

  number(metric: string, labels: [string, string][], point: Point, value: number | undefined): void {
    const series = seriesOf(metric, labels);
    const row = this.#take(series, point);
    if (row === undefined) return;
    if (value === undefined || (point.flags & noValue) !== 0)
      this.rows.sample(row.slot, row.time, stale.low, stale.high, () => series);
    else this.rows.value(row.slot, row.time, value, () => series);
  }

  histogram(metric: string, shared: [string, string][], point: Point, histogram: Histogram): void {
    const labels = labelsOf(shared, point.attributes);
    const series = seriesOf(metric, labels);
    const row = this.#take(series, point);
    if (row === undefined || (point.flags & noValue) !== 0) return;
    this.rows.histogram(row.slot, row.time, histogram, () => series);
    this.#beside(seriesOf(`${metric}_count`, labels), row.time, histogram.count);
    this.#beside(seriesOf(`${metric}_sum`, labels), row.time, histogram.sum);
  }

  /** The slot and time of a point; undefined for a rejected point, which is counted. */
  #take(series: Series, point: Point): { slot: SeriesSlot; time: number } | undefined {
    const slot = this.#slot(series);
    if (typeof slot === "string") {
      this.report.reject(this.path, slot);
      return undefined;
    }
    if (point.time === 0n) this.rows.timed = false;
    const time = millis(point.time) || this.report.now;
    return this.report.take(time, () => this.path) ? { slot, time } : undefined;
  }

  /** Adds a derived row, which is not counted as sent. */
  #beside(series: Series, time: number, value: number): void {
    const slot = this.#slot(series);
    if (typeof slot !== "string") this.rows.value(slot, time, value, () => series);
  }

  #slot(series: Series): SeriesSlot | string {
    const written = Buffer.from([series.metric, ...series.labels.flat()].join("\u0001"));
    hashBytes(written, 0, written.length, otlpSeed, this.#key);
    const known = this.index.find(this.#key[0] as number, this.#key[1] as number);
    if (known >= 0) return known;
    return (
      problemOf(series) ??
      enter(this.index, this.#key, series, this.limit) ??
      `exceeds this tenant's limit of ${this.limit} series per day`
    );
  }
}

function millis(nanos: bigint): number {
  return Number(nanos / 1_000_000n);
}

function explicit(point: HistogramPoint, cumulative: boolean): Histogram {
  const bounds = [...point.explicitBounds, Number.POSITIVE_INFINITY];
  const counts = point.bucketCounts.length === 0 ? [point.count] : point.bucketCounts;
  return {
    cumulative,
    count: point.count,
    sum: point.sum ?? 0,
    bounds: point.bucketCounts.length === 0 ? [Number.POSITIVE_INFINITY] : bounds.slice(0, counts.length),
    counts,
  };
}

/** The finest supported scale: eight buckets per doubling. Finer histograms are reduced to it. */
const finest = 3;

/** Converts exponential buckets to explicit ones with upper bounds. Empty buckets are left out. */
function exponential(point: ExponentialHistogramPoint, cumulative: boolean): Histogram {
  const coarser = Math.max(0, point.scale - finest);
  const scale = point.scale - coarser;
  const base = 2 ** (2 ** -scale);
  const buckets = new Map<number, number>();
  const add = (bound: number, count: number) => {
    if (count > 0) buckets.set(bound, (buckets.get(bound) ?? 0) + count);
  };
  for (const [index, count] of point.positive.counts.entries())
    add(base ** (((point.positive.offset + index) >> coarser) + 1), count);
  for (const [index, count] of point.negative.counts.entries())
    add(-(base ** ((point.negative.offset + index) >> coarser)), count);
  add(point.zeroThreshold, point.zeroCount);
  const sorted = [...buckets].sort(([one], [two]) => one - two);
  return {
    cumulative,
    count: point.count,
    sum: point.sum ?? 0,
    bounds: sorted.map(([bound]) => bound),
    counts: sorted.map(([, count]) => count),
  };
}

function metadataOf({ name, description, unit, data }: Metric): Metadata {
  return {
    metric: name,
    type: typeOf(data),
    temporality: "temporality" in data && data.temporality === delta ? "delta" : "cumulative",
    unit,
    help: description.slice(0, 2000),
  };
}

function typeOf(data: MetricData): string {
  if (data.type === "sum") return data.monotonic ? "counter" : "gauge";
  return data.type === "exponential_histogram" ? "histogram" : data.type;
}
