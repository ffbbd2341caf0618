import type { ChangeStatus, ChangeSummary, IncidentSummary } from "@opsplane/contract";
import { SeverityBadge } from "../incidents/severity-badge.tsx";
import { TimeText } from "../time/time.tsx";
import { PlainLink, TextLink } from "../ui/links.tsx";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";
import classes from "./work-lines.module.css";

interface IncidentLinesProps {
  incidents: readonly IncidentSummary[];
  /** How many there are in all. */
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

const looks: Record<ChangeStatus, MarkLook & { words: string }> = {
  draft: { words: "Draft", tone: "grey", shape: "ring" },
  pending_approval: { words: "Waits for approval", tone: "amber", shape: "full" },
  approved: { words: "Approved", tone: "blue", shape: "ring" },
  scheduled: { words: "Scheduled", tone: "blue", shape: "ring" },
  implementing: { words: "Being made", tone: "violet", shape: "full" },
  completed: { words: "Completed", tone: "green", shape: "square" },
  failed: { words: "Failed", tone: "red", shape: "square" },
  rejected: { words: "Rejected", tone: "grey", shape: "square" },
  cancelled: { words: "Cancelled", tone: "grey", shape: "square" },
};

interface ChangeLine extends ChangeSummary {
  actual_start?: string | null;
  actual_end?: string | null;
}

export function ChangeLines({ changes, total = changes.length }: { changes: readonly ChangeLine[]; total?: number }) {
  return (
    <ul className={classes.lines}>
      {changes.map((change) => {
        const { words, ...look } = looks[change.status];
        return (
          <li key={change.id} className={classes.block}>
            <TextLink to="/changes/$reference" params={{ reference: change.reference }} size="sm" lineClamp={2}>
              {change.title}
            </TextLink>
            <span className={classes.facts}>
              <span className="mono dim">{change.reference}</span>
              <StatusMark look={look}>{words}</StatusMark>
              <Window change={change} />
            </span>
          </li>
        );
      })}
      <More total={total} shown={changes.length} />
    </ul>
  );
}

/** The time it took, once begun; until then the time it is meant to take. */
function Window({ change }: { change: ChangeLine }) {
  const start = change.actual_start ?? change.requested_start;
  const end = change.actual_start ? change.actual_end : change.requested_end;
  if (!start) return <span className="dim">no window yet</span>;
  return (
    <span className="dim">
      <TimeText at={start} as="short" /> – {end ? <TimeText at={end} as="short" /> : "now"}
    </span>
  );
}

function More({ total, shown }: { total: number; shown: number }) {
  return total > shown ? <li className="dim">and {(total - shown).toLocaleString("en")} more</li> : null;
}
