import { Fragment, type ReactNode } from "react";
import classes from "./portal-page.module.css";

/** Names and values. A value that is undefined is left out. */
export function Facts({ of }: { of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(of)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="dim">none</span>}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** Panels side by side, as many as fit. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={classes.panels}>{children}</div>;
}
