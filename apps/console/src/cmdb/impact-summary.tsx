import type { Impact } from "@opsplane/contract";
import { counted } from "./badges.tsx";
import { ImpactLevel } from "./impact-level.tsx";
import classes from "./impact-tab.module.css";

/** The result in one line: level, number of items, and how many of them are shown. */
export function ImpactSummary({ impact }: { impact: Impact }) {
  const { direction, totals, affected, truncated, depth } = impact;
  const downstream = direction === "downstream";
  return (
    <p className={classes.summary}>
      {downstream ? <ImpactLevel level={impact.level} score={impact.score} /> : <b>Possible causes</b>}
      <span>
        {downstream
          ? `${counted(totals.affected, "CI")} affected`
          : `${counted(totals.affected, "CI")} that it depends on`}
      </span>
      <span>{counted(totals.services, "service")}</span>
      <span>{counted(totals.open_incidents, "open incident")}</span>
      <span>{counted(totals.running_changes, "running change")}</span>
      {totals.deepest > 0 ? (
        <span className="dim">
          furthest: {counted(totals.deepest, "hop")}
          {totals.deepest >= depth ? ", more beyond this depth" : ""}
        </span>
      ) : null}
      {truncated ? <Truncated shown={affected.length} total={totals.affected} /> : null}
    </p>
  );
}

function Truncated({ shown, total }: { shown: number; total: number }) {
  return (
    <span className={classes.truncated}>
      {total > shown
        ? `Showing the nearest ${shown.toLocaleString("en")} of ${total.toLocaleString("en")}`
        : `Stopped at ${total.toLocaleString("en")} CIs; more are affected`}
    </span>
  );
}
