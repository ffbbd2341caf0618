import { Fragment } from "react";
import type { Difference } from "./differences.ts";
import classes from "./field-diff.module.css";

/** Field by field, what it was and what it became. */
export function FieldDiff({ changed }: { changed: readonly Difference[] }) {
  return (
    <div className={classes.diff}>
      <span className={classes.heading}>Field</span>
      <span className={classes.heading}>Before</span>
      <span className={classes.heading}>After</span>
      {changed.map(({ field, before, after }) => (
        <Fragment key={field}>
          <span>{field}</span>
          <span className={classes.before} data-there={before !== undefined}>
            {before ?? "–"}
          </span>
          <span className={classes.after} data-there={after !== undefined}>
            {after ?? "–"}
          </span>
        </Fragment>
      ))}
    </div>
  );
}
