import type { ReactNode } from "react";
import classes from "./kinds.module.css";

/** A sentence in place of data. */
export function WidgetNote({ tone = "plain", children }: { tone?: "plain" | "bad"; children: ReactNode }) {
  return (
    <div className={classes.note} data-tone={tone} {...(tone === "bad" ? { role: "alert" } : {})}>
      {children}
    </div>
  );
}
