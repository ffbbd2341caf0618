import type { RangeState } from "../time/use-range.ts";
import classes from "./reports.module.css";

/** What is wrong with the time range in the address. */
export function RangeProblem({ state: { problem } }: { state: RangeState }) {
  return problem ? (
    <p className={classes.problem} role="alert">
      {problem} The default range is shown instead.
    </p>
  ) : null;
}
