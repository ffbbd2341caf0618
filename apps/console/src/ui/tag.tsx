import type { ReactNode } from "react";
import classes from "./tag.module.css";

export function Tag({ tone = "quiet", children }: { tone?: "quiet" | "good" | "notice" | "bad"; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
