import { exportRequest, type Scoped } from "./export-request.ts";
import { field, type Kind, message, repeated } from "./message.ts";
import {
  type ExponentialHistogramPoint,
  exponentialHistogramPoint,
  type HistogramPoint,
  histogramPoint,
  type NumberPoint,
  numberPoint,
  type SummaryPoint,
  summaryPoint,
} from "./metric-points.ts";
import { bool, enumeration, text } from "./scalars.ts";

export interface Metric {
  name: string;
  description: string;
  unit: string;
  data: MetricData;
}

/** Temporality: 1 is delta, 2 is cumulative, 0 is unspecified. */
export type MetricData =
  | { type: "gauge"; points: NumberPoint[] }
  | { type: "sum"; temporality: number; monotonic: boolean; points: NumberPoint[] }
  | { type: "histogram"; temporality: number; points: HistogramPoint[] }
  | { type: "exponential_histogram"; temporality: number; points: ExponentialHistogramPoint[] }
  | { type: "summary"; points: SummaryPoint[] };

type DataOf<Type extends MetricData["type"]> = Extract<MetricData, { type: Type }>;

const temporality = enumeration([
  "AGGREGATION_TEMPORALITY_UNSPECIFIED",
  "AGGREGATION_TEMPORALITY_DELTA",
  "AGGREGATION_TEMPORALITY_CUMULATIVE",
]);

const gauge: Kind<MetricData> = message<DataOf<"gauge">>(
  () => ({ type: "gauge", points: [] }),
  [repeated(1, "dataPoints", numberPoint, "points")],
);

const sum: Kind<MetricData> = message<DataOf<"sum">>(
  () => ({ type: "sum", temporality: 0, monotonic: false, points: [] }),
  [
    repeated(1, "dataPoints", numberPoint, "points"),
    field(2, "aggregationTemporality", temporality, "temporality"),
    field(3, "isMonotonic", bool, "monotonic"),
  ],
);

const histogram: Kind<MetricData> = message<DataOf<"histogram">>(
  () => ({ type: "histogram", temporality: 0, points: [] }),
  [repeated(1, "dataPoints", histogramPoint, "points"), field(2, "aggregationTemporality", temporality, "temporality")],
);

const exponentialHistogram: Kind<MetricData> = message<DataOf<"exponential_histogram">>(
  () => ({ type: "exponential_histogram", temporality: 0, points: [] }),
  [
    repeated(1, "dataPoints", exponentialHistogramPoint, "points"),
    field(2, "aggregationTemporality", temporality, "temporality"),
  ],
);

const summary: Kind<MetricData> = message<DataOf<"summary">>(
  () => ({ type: "summary", points: [] }),
  [repeated(1, "dataPoints", summaryPoint, "points")],
);

const metric = message<Metric>(
  // A metric without data, or of an unknown type, has no points.
  () => ({ name: "", description: "", unit: "", data: { type: "gauge", points: [] } }),
  [
    field(1, "name", text),
    field(2, "description", text),
    field(3, "unit", text),
    field(5, "gauge", gauge, "data"),
    field(7, "sum", sum, "data"),
    field(9, "histogram", histogram, "data"),
    field(10, "exponentialHistogram", exponentialHistogram, "data"),
    field(11, "summary", summary, "data"),
  ],
);

const request = exportRequest({ resources: "resourceMetrics", scopes: "scopeMetrics", items: "metrics" }, metric);

export const decodeMetrics: (bytes: Uint8Array) => Scoped<Metric>[] = request.decode;
export const metricsFromJson: (value: unknown) => Scoped<Metric>[] = request.fromJson;
