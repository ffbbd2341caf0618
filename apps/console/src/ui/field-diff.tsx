import { Fragment } from "react";
import type { Difference } from "./differences.ts";
import classes from "./field-diff.module.css";

interface FieldDiffProps {
  changed: readonly Difference[];
  /** Shows the names of the columns. */
  headed?: boolean;
}

/** The changed fields, each with its old and new value. */
export function FieldDiff({ changed, headed = false }: FieldDiffProps) {
  return (
    <div className={classes.diff}>
      {headed
        ? ["Field", "Before", "After"].map((name) => (
            <span key={name} className={classes.heading}>
              {name}
            </span>
          ))
        : null}
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
