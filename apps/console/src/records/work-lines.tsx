import type { ChangeSummary, IncidentSummary } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { PlainLink, TextLink } from "../ui/links.tsx";
import { ChangeStatusText } from "./change-badges.tsx";
import { SeverityBadge } from "./severity-badge.tsx";
import classes from "./work-lines.module.css";

interface IncidentLinesProps {
  incidents: readonly IncidentSummary[];
  /** The total number. */
  total?: number;
}

export function IncidentLines({ incidents, total = incidents.length }: IncidentLinesProps) {
  return (
    <ul className={classes.lines}>
      {incidents.map(({ id, reference, severity, title }) => (
        <li key={id} className={classes.line}>
          <SeverityBadge severity={severity} />
          <PlainLink to="/incidents/$reference" params={{ reference }} className={classes.link} title={reference}>
            {title}
          </PlainLink>
        </li>
      ))}
      <More total={total} shown={incidents.length} />
    </ul>
  );
}

interface ChangeLine extends ChangeSummary {
  actual_start?: string | null;
  actual_end?: string | null;
}

export function ChangeLines({ changes, total = changes.length }: { changes: readonly ChangeLine[]; total?: number }) {
  return (
    <ul className={classes.lines}>
      {changes.map((change) => (
        <li key={change.id} className={classes.block}>
          <TextLink to="/changes/$reference" params={{ reference: change.reference }} size="sm" lineClamp={2}>
            {change.title}
          </TextLink>
          <span className={classes.facts}>
            <span className="mono dim">{change.reference}</span>
            <ChangeStatusText status={change.status} />
            <Window change={change} />
          </span>
        </li>
      ))}
      <More total={total} shown={changes.length} />
    </ul>
  );
}

/** The actual times of a started change, otherwise its planned window. */
function Window({ change }: { change: ChangeLine }) {
  const start = change.actual_start ?? change.requested_start;
  const end = change.actual_start ? change.actual_end : change.requested_end;
  if (!start) return <span className="dim">Not scheduled</span>;
  return (
    <span className="dim">
      <TimeText at={start} as="short" /> – {end ? <TimeText at={end} as="short" /> : "now"}
    </span>
  );
}

function More({ total, shown }: { total: number; shown: number }) {
  return total > shown ? <li className="dim">and {(total - shown).toLocaleString("en")} more</li> : null;
}
