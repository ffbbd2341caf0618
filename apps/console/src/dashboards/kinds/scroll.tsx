import type { ReactNode } from "react";
import classes from "./kinds.module.css";

/** The part of a widget that scrolls. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
