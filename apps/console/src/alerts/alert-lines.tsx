import type { Alert } from "@opsplane/contract";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { AlertMarks, AlertStatusText } from "./alert-status.tsx";
import { lasted } from "./alert-times.tsx";
import classes from "./alerts.module.css";
import { LabelTags } from "./label-tags.tsx";
import { MutedBy } from "./muted-by.tsx";

/** Alerts on the page of another record. */
export function AlertLines({ alerts, hasMore }: { alerts: readonly Alert[]; hasMore: boolean }) {
  return (
    <ul className={classes.lines}>
      {alerts.map((alert) => (
        <li key={alert.id} className={classes.line}>
          <SeverityBadge severity={alert.severity} />
          <PlainLink to="/alerts" search={{ alert: alert.id }} className={classes.name}>
            {alert.name}
          </PlainLink>
          <AlertStatusText status={alert.status} />
          <span className="dim">
            <When alert={alert} />
          </span>
          <AlertMarks alert={{ ...alert, status: "firing" }} />
          <LabelTags labels={alert.labels} />
          <span className={classes.lineText}>{alert.summary}</span>
          {alert.muted && alert.status !== "resolved" ? <MutedBy muted={alert.muted} /> : null}
        </li>
      ))}
      {hasMore ? <li className="dim">and more</li> : null}
    </ul>
  );
}

function When({ alert }: { alert: Alert }) {
  const since = alert.fired_at ?? alert.started_at;
  return alert.resolved_at === null ? (
    <>
      for <TimeText at={since} as="age" />
    </>
  ) : (
    <>
      <TimeText at={since} as="short" /> – <TimeText at={alert.resolved_at} as="short" /> ({lasted(alert)})
    </>
  );
}
