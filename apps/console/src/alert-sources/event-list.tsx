import type { AlertIntegrationEvent } from "@opsplane/contract";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { ItemLink, useItemsByIds } from "../cmdb/index.ts";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { TimeText } from "../time/time.tsx";
import { TextLink } from "../ui/links.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import classes from "./alert-sources.module.css";
import { outcomeWords } from "./words.ts";

export function EventList({ events }: { events: readonly AlertIntegrationEvent[] }) {
  const [opened, setOpened] = useState<string>();
  return (
    <ul className={classes.events} aria-label="Events">
      {events.map((event) => (
        <li key={event.id}>
          <Line
            event={event}
            open={event.id === opened}
            onToggle={() => setOpened(event.id === opened ? undefined : event.id)}
          />
          {event.id === opened ? <Detail event={event} /> : null}
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  event: AlertIntegrationEvent;
  open: boolean;
  onToggle: () => void;
}

function Line({ event: { outcome, name, reason, severity, created_at }, open, onToggle }: LineProps) {
  const { word, look } = outcomeWords[outcome];
  return (
    <button type="button" className={classes.line} aria-expanded={open} onClick={onToggle}>
      {open ? <IconChevronDown size={14} aria-hidden="true" /> : <IconChevronRight size={14} aria-hidden="true" />}
      <StatusMark look={look}>{word}</StatusMark>
      <span className={classes.what}>
        {severity ? <SeverityBadge severity={severity} /> : null}
        <span className="truncate">{name === "" ? reason : name}</span>
      </span>
      <span className={`${classes.when} dim`}>
        <TimeText at={created_at} />
      </span>
    </button>
  );
}

function Detail({ event }: { event: AlertIntegrationEvent }) {
  const { reason, dedup_key, alert_id, incident, ci_ids, payload } = event;
  return (
    <div className={classes.detail}>
      {reason === "" ? null : <p className={event.outcome === "refused" ? classes.error : undefined}>{reason}</p>}
      <dl className={classes.facts}>
        {incident ? (
          <>
            <dt>Incident</dt>
            <dd>
              <TextLink to="/incidents/$reference" params={{ reference: incident.reference }} inherit>
                {incident.reference}: {incident.title}
              </TextLink>
            </dd>
          </>
        ) : null}
        {alert_id === null ? null : (
          <>
            <dt>Alert</dt>
            <dd>
              <TextLink to="/alerts" search={{ alert: alert_id }} inherit>
                Open alert
              </TextLink>
            </dd>
          </>
        )}
        {dedup_key === null ? null : (
          <>
            <dt>Key</dt>
            <dd className="mono">{dedup_key}</dd>
          </>
        )}
        {ci_ids.length === 0 ? null : (
          <>
            <dt>CIs</dt>
            <dd>
              <Items ids={ci_ids} />
            </dd>
          </>
        )}
      </dl>
      <h3>Received</h3>
      {payload === "" ? <p className="dim">Empty</p> : <pre>{indented(payload)}</pre>}
    </div>
  );
}

function Items({ ids }: { ids: readonly string[] }) {
  const { data = [] } = useItemsByIds(ids);
  return data.map((item) => <ItemLink key={item.id} item={item} />);
}

/** What was received may be cut, and is then no JSON. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
