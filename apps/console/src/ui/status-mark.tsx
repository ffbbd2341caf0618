import type { ReactNode } from "react";
import classes from "./status-mark.module.css";

export interface MarkLook {
  tone: "red" | "orange" | "amber" | "blue" | "violet" | "green" | "grey";
  /** A shape, because color alone is not enough: `full` waits, `ring` is in progress, `square` is finished. */
  shape: "full" | "ring" | "square";
}

/** A status: its mark and its word. */
export function StatusMark({ look, children }: { look: MarkLook; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={look.tone} data-shape={look.shape}>
      <span className={classes.mark} aria-hidden="true" />
      {children}
    </span>
  );
}
