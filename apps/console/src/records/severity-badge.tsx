import type { Severity } from "@opsplane/contract";
import classes from "./severity-badge.module.css";

export const severityWords: Record<Severity, string> = {
  P1: "Critical",
  P2: "High",
  P3: "Medium",
  P4: "Low",
  P5: "Informational",
};

export function SeverityBadge({ severity }: { severity: Severity }) {
  return (
    <span
      className={classes.severity}
      data-severity={severity}
      title={`${severity}, ${severityWords[severity].toLowerCase()}`}
    >
      {severity}
    </span>
  );
}
