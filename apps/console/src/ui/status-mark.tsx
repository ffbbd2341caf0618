import type { ReactNode } from "react";
import classes from "./status-mark.module.css";

export interface MarkLook {
  tone: "red" | "orange" | "amber" | "blue" | "violet" | "green" | "grey";
  /** Not colour alone: `full` waits for somebody, `ring` is in hand, `square` is finished. */
  shape: "full" | "ring" | "square";
}

/** A status in words with its mark. */
export function StatusMark({ look, children }: { look: MarkLook; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={look.tone} data-shape={look.shape}>
      <span className={classes.mark} aria-hidden="true" />
      {children}
    </span>
  );
}
