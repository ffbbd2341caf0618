import type { OverTime } from "@opsplane/contract";

/** The function that is applied to the samples of a series in a window. */
export type Reading = "last" | "rate" | "increase" | "sum per second" | Exclude<OverTime, "last">;

/** The values of one series at the grid's points. A point without a value has 0 in `there`. */
export interface Line {
  values: Float64Array;
  there: Uint8Array;
}
