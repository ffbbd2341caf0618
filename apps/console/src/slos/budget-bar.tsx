import type { Slo } from "@opsplane/contract";
import classes from "./slos.module.css";
import { budgetText } from "./words.ts";

/** What is left of the error budget, as a bar and a figure. */
export function BudgetBar({ slo: { status } }: { slo: Pick<Slo, "status"> }) {
  if (status.state === "no_data") return <span className="dim">—</span>;
  const { remaining } = status.budget;
  const shown = Math.max(0, Math.min(100, remaining));
  return (
    <span className={classes.budget} data-state={status.state}>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${shown}%` }} />
      </span>
      <span className={classes.number}>{budgetText(remaining)}</span>
    </span>
  );
}
