import type { ReactNode } from "react";
import classes from "./record-page.module.css";
import { Copy } from "./trace-id.tsx";

interface CrumbsProps {
  /** The link to the page above. */
  parent: ReactNode;
  /** Shown last, with a button that copies it. */
  reference?: string;
  children?: ReactNode;
}

/** Where a page is: the page above it, and its own name or reference. */
export function Crumbs({ parent, reference, children }: CrumbsProps) {
  return (
    <div className={classes.crumbs}>
      {parent}
      <span aria-hidden="true">/</span>
      {children}
      {reference === undefined ? null : (
        <>
          <span className="mono">{reference}</span>
          <Copy text={reference} what="reference" />
        </>
      )}
    </div>
  );
}
