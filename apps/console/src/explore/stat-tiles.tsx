import type { ReactNode } from "react";
import classes from "./stat-tiles.module.css";

export interface Stat {
  label: string;
  value: ReactNode;
  /** A second line, such as the change since the window before. */
  note?: ReactNode;
  tone?: "plain" | "bad" | "warning" | "good";
}

/** A row of figures. */
export function StatTiles({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl className={classes.tiles} aria-label={label}>
      {stats.map((stat) => (
        <div key={stat.label} className={classes.tile} data-tone={stat.tone ?? "plain"}>
          <dt>{stat.label}</dt>
          <dd className={classes.value}>{stat.value}</dd>
          {stat.note ? <dd className={classes.note}>{stat.note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
