import type { OverTime } from "@opsplane/contract";

/** What the samples of one series in a window become. */
export type Reading = "last" | "rate" | "increase" | "sum per second" | Exclude<OverTime, "last">;

/** One series' values at the grid's points; where `there` is 0 it has none. */
export interface Line {
  values: Float64Array;
  there: Uint8Array;
}
