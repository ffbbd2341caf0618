import * as native from "@opsplane/runtime/native";
import { ByDay, dayOf } from "./by-day.ts";
import { bits, placesOf, scaledBy } from "./decimal.ts";
import type { Probe, TableRows } from "./job.ts";
import { SampleColumns } from "./sample-columns.ts";
import type { Series } from "./series.ts";
import type { SeriesIndex, SeriesSlot } from "./series-index.ts";

const hourMs = 3_600_000;

/** Converts a double to the two halves of its bits, and back. */
const halves = new Uint32Array(2);
const double = new Float64Array(halves.buffer);

export interface Histogram {
  cumulative: boolean;
  count: number;
  sum: number;
  /** Upper bounds of the buckets, ascending. The last is Infinity when the source has an open bucket. */
  bounds: number[];
  counts: number[];
}

export interface Metadata {
  metric: string;
  type: string;
  temporality: string;
  unit: string;
  help: string;
}

const histogramColumns = () => ({
  metric_id: native.uint32(),
  series_id: native.halves(),
  ts: native.milliseconds(),
  cumulative: native.uint8(),
  count: native.count64(),
  sum: native.float64(),
  bounds: native.arrays(native.float64()),
  counts: native.arrays(native.count64()),
});

interface HistogramDay {
  rows: number;
  columns: ReturnType<typeof histogramColumns>;
  probe: Probe | undefined;
}

/** Samples, histograms, new series and metadata of one request, as blocks. */
export class MetricRows {
  /** True when every point carries its time; then the same body is the same batch. */
  timed = true;
  readonly hours = new Set<number>();
  // The last marked series and hour. Most samples share them with the previous sample.
  #lastPlace = -1;
  #hourBegin = 0;
  #hourEnd = 0;
  readonly #announced: SeriesSlot[] = [];
  readonly #days = new Set<number>();
  #metadata = 0;
  readonly #samples = new ByDay(() => new SampleColumns());
  readonly #histograms = new ByDay<HistogramDay>(() => ({ rows: 0, columns: histogramColumns(), probe: undefined }));
  readonly #entry = {
    day: native.date(),
    metric: native.words(),
    metric_id: native.uint32(),
    series_id: native.halves(),
    labels: native.pairs(),
  };
  readonly #about = {
    metric: native.strings(),
    type: native.words(),
    temporality: native.words(),
    unit: native.words(),
    help: native.strings(),
    updated_at: native.milliseconds(),
  };

  constructor(
    readonly tenantId: string,
    readonly keepDays: number,
    readonly index: SeriesIndex,
  ) {}

  /** Adds a sample by the bits of its value. `series` is called once per series and day. */
  sample(slot: SeriesSlot, time: number, low: number, high: number, series: () => Series): void {
    this.#mark(slot, time, series);
    halves[0] = low;
    halves[1] = high;
    const value = double[0] as number;
    const known = this.index.exponent(slot);
    const places = placesOf(value, known);
    if (places > known && places !== bits) this.index.setExponent(slot, places);
    const { index } = this;
    const samples = this.#samples.of(dayOf(time));
    if (places === bits) samples.push(index, slot, time, low, high, bits);
    else {
      const scaled = scaledBy(value, places);
      samples.push(index, slot, time, scaled, Math.floor(scaled / 4_294_967_296), places);
    }
  }

  value(slot: SeriesSlot, time: number, value: number, series: () => Series): void {
    double[0] = value;
    this.sample(slot, time, halves[0] as number, halves[1] as number, series);
  }

  histogram(slot: SeriesSlot, time: number, histogram: Histogram, series: () => Series): void {
    this.#mark(slot, time, series);
    const day = this.#histograms.of(dayOf(time));
    day.rows += 1;
    day.probe ??= this.#probeOf(slot, time);
    const row = day.columns;
    row.metric_id.push(this.index.metric(slot));
    row.series_id.push(this.index.idLow(slot), this.index.idHigh(slot));
    row.ts.push(time);
    row.cumulative.push(histogram.cumulative ? 1 : 0);
    row.count.push(histogram.count);
    row.sum.push(histogram.sum);
    row.bounds.push(histogram.bounds);
    row.counts.push(histogram.counts);
  }

  metadata({ metric, type, temporality, unit, help }: Metadata, now: number): void {
    const row = this.#about;
    row.metric.push(metric);
    row.type.push(type);
    row.temporality.push(temporality);
    row.unit.push(unit);
    row.help.push(help);
    row.updated_at.push(now);
    this.#metadata += 1;
  }

  /** The series that have their first samples of a day. */
  series(): TableRows | undefined {
    const count = this.#announced.length;
    return count === 0 ? undefined : { ...this.#rows("metric_series", count, this.#entry), days: this.#days.size };
  }

  /** Un-marks the new series, which were not stored. The next request with their samples announces them again. */
  abandon(): void {
    this.abandoner()();
  }

  /** Returns a function that abandons later, without keeping the rows in memory. */
  abandoner(): () => void {
    const { index } = this;
    const announced = this.#announced;
    return () => {
      for (const slot of announced) index.forgetDay(slot);
    };
  }

  tables(): TableRows[] {
    return [
      ...this.#samples.map((samples) => ({
        ...this.#rows("metric_samples", samples.rows, samples.columns()),
        probe: samples.probe(),
      })),
      ...this.#histograms.map(({ rows, columns, probe }) => ({
        ...this.#rows("metric_histograms", rows, columns),
        ...(probe && { probe }),
      })),
      ...(this.#metadata === 0 ? [] : [tenantRows("metric_metadata", this.#metadata, this.tenantId, this.#about)]),
    ];
  }

  #rows(table: string, rows: number, columns: Parameters<typeof native.encodeBlock>[1]): TableRows {
    return keptRows(table, rows, this.tenantId, this.keepDays, columns);
  }

  /** Announces the row's series when it is new on this day, and notes the hour for the roll-up. */
  #mark(slot: SeriesSlot, time: number, series: () => Series): void {
    const sameHour = time >= this.#hourBegin && time < this.#hourEnd;
    if (sameHour && slot === this.#lastPlace) return;
    this.#lastPlace = slot;
    const day = dayOf(time);
    if (this.index.isNewOn(slot, day)) this.#announce(slot, day, series());
    if (sameHour) return;
    const hour = Math.floor(time / hourMs);
    this.#hourBegin = hour * hourMs;
    this.#hourEnd = this.#hourBegin + hourMs;
    this.hours.add(hour);
  }

  #probeOf(slot: SeriesSlot, time: number): Probe {
    const seriesId = (BigInt(this.index.idHigh(slot)) << 32n) | BigInt(this.index.idLow(slot));
    return { by: "sample", table: "metric_histograms", metricId: this.index.metric(slot), seriesId, time };
  }

  #announce(slot: SeriesSlot, day: number, { metric, labels }: Series): void {
    const row = this.#entry;
    row.day.push(day);
    row.metric.push(metric);
    row.metric_id.push(this.index.metric(slot));
    row.series_id.push(this.index.idLow(slot), this.index.idHigh(slot));
    row.labels.push(labels);
    this.#announced.push(slot);
    this.#days.add(day);
  }
}

type Columns = Parameters<typeof native.encodeBlock>[1];

/** A block of rows of one tenant. */
function tenantRows(table: string, rows: number, tenantId: string, columns: Columns): TableRows {
  return { table, rows, block: native.encodeBlock(rows, { tenant_id: native.repeated(tenantId, rows), ...columns }) };
}

/** A block of rows of one tenant that are kept for `keepDays`. */
export function keptRows(table: string, rows: number, tenantId: string, keepDays: number, columns: Columns): TableRows {
  return tenantRows(table, rows, tenantId, { ...columns, keep_days: native.filled(keepDays, rows) });
}
