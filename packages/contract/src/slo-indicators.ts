import { type Static, Type } from "typebox";
import { line, oneOf, text } from "./schema.ts";

// What a service-level objective measures, and the figures that follow from it.

export const sloIndicatorTypes = ["availability", "latency", "ratio"] as const;
export type SloIndicatorType = (typeof sloIndicatorTypes)[number];

const SloCounter = Type.Object({
  metric_name: line(300, "The name of a counter"),
  match: Type.Optional(
    Type.Array(text(1000), {
      maxItems: 20,
      description: "Label matchers such as code=200 or code=~2..; all must match",
    }),
  ),
});
export type SloCounter = Static<typeof SloCounter>;

export const SloIndicator = Type.Object({
  type: oneOf(sloIndicatorTypes, {
    description:
      "availability: calls of the service that did not fail. latency: calls that took at most `threshold_ms`. ratio: the increase of the counter `good` of that of `total`. Calls are entry spans of traces",
  }),
  service: Type.Optional(line(200, "Required for availability and latency; of a ratio, the service that it is about")),
  operation: Type.Optional(line(300, "Availability and latency: the name of the operation; * matches any characters")),
  threshold_ms: Type.Optional(
    Type.Number({ minimum: 0.001, maximum: 3_600_000, description: "Latency: compared exactly, not by buckets" }),
  ),
  good: Type.Optional(SloCounter),
  total: Type.Optional(SloCounter),
});
export type SloIndicator = Static<typeof SloIndicator>;

export const sloStates = ["met", "at_risk", "breached", "no_data"] as const;
export type SloState = (typeof sloStates)[number];

/** The windows whose burn rates are shown, shortest first. */
export const burnWindows = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"] as const;
export type BurnWindow = (typeof burnWindows)[number];
