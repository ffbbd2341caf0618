import type { IncidentStatus } from "@opsplane/contract";
import classes from "./badges.module.css";

export const statusWords: Record<IncidentStatus, string> = {
  triggered: "Triggered",
  open: "Open",
  acknowledged: "Acknowledged",
  investigating: "Investigating",
  resolved: "Resolved",
  closed: "Closed",
  reopened: "Reopened",
};

export function StatusText({ status }: { status: IncidentStatus }) {
  return (
    <span className={classes.status} data-status={status}>
      <span className={classes.mark} aria-hidden="true" />
      {statusWords[status]}
    </span>
  );
}
