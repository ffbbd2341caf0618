import { type Attributes, attribute } from "./any-value.ts";
import { field, type Kind, message, packed, repeated } from "./message.ts";
import { double, fixed64, sfixed64, sint32, time, uint32, uint64 } from "./scalars.ts";

export interface Point {
  attributes: Attributes;
  start: bigint;
  time: bigint;
  /** Bit 0: no value was recorded at this time. */
  flags: number;
}

export interface NumberPoint extends Point {
  /** Undefined when the sender left it out; 0 is sent as 0. */
  value: number | undefined;
}

interface Distribution extends Point {
  count: number;
  sum: number | undefined;
  min: number | undefined;
  max: number | undefined;
}

export interface HistogramPoint extends Distribution {
  bucketCounts: number[];
  explicitBounds: number[];
}

export interface ExponentialHistogramPoint extends Distribution {
  scale: number;
  zeroCount: number;
  zeroThreshold: number;
  positive: ExponentialBuckets;
  negative: ExponentialBuckets;
}

export interface ExponentialBuckets {
  offset: number;
  counts: number[];
}

export interface SummaryPoint extends Point {
  count: number;
  sum: number;
  quantiles: { quantile: number; value: number }[];
}

const optionalDouble: Kind<number | undefined> = double;
const optionalInteger: Kind<number | undefined> = sfixed64;

// Written out, because spreading a shared object takes longer than reading the rest of the point.
export const numberPoint = message<NumberPoint>(
  () => ({ attributes: [], start: 0n, time: 0n, flags: 0, value: undefined }),
  [
    field(2, "startTimeUnixNano", time, "start"),
    field(3, "timeUnixNano", time, "time"),
    field(4, "asDouble", optionalDouble, "value"),
    field(6, "asInt", optionalInteger, "value"),
    repeated(7, "attributes", attribute),
    field(8, "flags", uint32),
  ],
);

export const histogramPoint = message<HistogramPoint>(
  () => ({
    attributes: [],
    start: 0n,
    time: 0n,
    flags: 0,
    count: 0,
    sum: undefined,
    min: undefined,
    max: undefined,
    bucketCounts: [],
    explicitBounds: [],
  }),
  [
    field(2, "startTimeUnixNano", time, "start"),
    field(3, "timeUnixNano", time, "time"),
    field(4, "count", fixed64),
    field(5, "sum", optionalDouble),
    packed(6, "bucketCounts", fixed64, "bucketCounts"),
    packed(7, "explicitBounds", double, "explicitBounds"),
    repeated(9, "attributes", attribute),
    field(10, "flags", uint32),
    field(11, "min", optionalDouble),
    field(12, "max", optionalDouble),
  ],
);

const buckets = message<ExponentialBuckets>(
  () => ({ offset: 0, counts: [] }),
  [field(1, "offset", sint32), packed(2, "bucketCounts", uint64, "counts")],
);

export const exponentialHistogramPoint = message<ExponentialHistogramPoint>(
  () => ({
    attributes: [],
    start: 0n,
    time: 0n,
    flags: 0,
    count: 0,
    sum: undefined,
    min: undefined,
    max: undefined,
    scale: 0,
    zeroCount: 0,
    zeroThreshold: 0,
    positive: { offset: 0, counts: [] },
    negative: { offset: 0, counts: [] },
  }),
  [
    repeated(1, "attributes", attribute),
    field(2, "startTimeUnixNano", time, "start"),
    field(3, "timeUnixNano", time, "time"),
    field(4, "count", fixed64),
    field(5, "sum", optionalDouble),
    field(6, "scale", sint32),
    field(7, "zeroCount", fixed64),
    field(8, "positive", buckets),
    field(9, "negative", buckets),
    field(10, "flags", uint32),
    field(12, "min", optionalDouble),
    field(13, "max", optionalDouble),
    field(14, "zeroThreshold", double),
  ],
);

const quantile = message<SummaryPoint["quantiles"][number]>(
  () => ({ quantile: 0, value: 0 }),
  [field(1, "quantile", double), field(2, "value", double)],
);

export const summaryPoint = message<SummaryPoint>(
  () => ({ attributes: [], start: 0n, time: 0n, flags: 0, count: 0, sum: 0, quantiles: [] }),
  [
    field(2, "startTimeUnixNano", time, "start"),
    field(3, "timeUnixNano", time, "time"),
    field(4, "count", fixed64),
    field(5, "sum", double),
    repeated(6, "quantileValues", quantile, "quantiles"),
    repeated(7, "attributes", attribute),
    field(8, "flags", uint32),
  ],
);
