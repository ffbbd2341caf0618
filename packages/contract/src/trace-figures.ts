import { type Static, Type } from "typebox";
import { oneOf, Timestamp } from "./schema.ts";

const milliseconds = Type.Number({ description: "Milliseconds" });

/** Counts of spans by time and duration. */
export const SpanHeatmap = Type.Object({
  from: Timestamp,
  to: Timestamp,
  step_seconds: Type.Number(),
  times: Type.Array(Timestamp, { description: "Starts of the columns, ascending" }),
  durations: Type.Array(Type.Object({ from_ms: milliseconds, to_ms: milliseconds }), {
    description: "Duration buckets, shortest first; a bucket excludes `to_ms`",
  }),
  cells: Type.Array(
    Type.Object({
      time: Type.Integer({ description: "Index into `times`" }),
      duration: Type.Integer({ description: "Index into `durations`" }),
      count: Type.Integer(),
      errors: Type.Integer({ description: "Number of failed spans among them" }),
    }),
    { description: "Cells with at least one span" },
  ),
  total: Type.Integer(),
  errors: Type.Integer(),
  sampled: Type.Integer({ description: "Sampling rate: 1 means every trace, n means one in n" }),
});
export type SpanHeatmap = Static<typeof SpanHeatmap>;

const source = oneOf(["span", "attribute"], {
  description: "`span`: service, operation, status or kind; `attribute`: an attribute of the span or its resource",
});

export const SpanFacet = Type.Object({
  source,
  name: Type.String(),
  values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
});
export type SpanFacet = Static<typeof SpanFacet>;

/** Failed spans of one operation with the same message. */
export const SpanErrorGroup = Type.Object({
  service: Type.String(),
  operation: Type.String(),
  message: Type.String({ description: "Ids, addresses and numbers are replaced, such as <id> and <n>" }),
  example: Type.String({ description: "The message of the newest span" }),
  count: Type.Integer(),
  traces: Type.Integer({ description: "Number of traces with such a span" }),
  first_seen: Timestamp,
  last_seen: Timestamp,
  trace_id: Type.String({ description: "The trace of the newest span" }),
  span_id: Type.String({ description: "The newest span" }),
  trend: Type.Array(Type.Integer(), { description: "Counts in 24 equal parts of the window" }),
});
export type SpanErrorGroup = Static<typeof SpanErrorGroup>;

export const ComparedSpans = Type.Object({
  spans: Type.Integer({ description: "Number of spans in the group" }),
  read: Type.Integer({ description: "Number of spans whose attributes were read; less than `spans` when sampled" }),
});

/** A value that is more frequent in the selection than in the rest. */
export const SpanDifference = Type.Object({
  source,
  name: Type.String(),
  value: Type.String(),
  selected: Type.Integer({ description: "Spans with the value among those read of the selection" }),
  rest: Type.Integer({ description: "Spans with the value among those read of the rest" }),
  selected_share: Type.Number({ description: "0 to 1" }),
  rest_share: Type.Number({ description: "0 to 1" }),
  score: Type.Number({ description: "Difference of the shares; the list is ordered by it" }),
});
export type SpanDifference = Static<typeof SpanDifference>;
