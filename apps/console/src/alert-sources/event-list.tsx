import type { AlertIntegrationEvent } from "@opsplane/contract";
import { ItemLink, useItemsByIds } from "../cmdb/index.ts";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { TextLink } from "../ui/links.tsx";
import { DetailError, DetailFacts, OpeningList } from "../ui/opening-list.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import classes from "./alert-sources.module.css";
import { outcomeWords } from "./words.ts";

export function EventList({ events }: { events: readonly AlertIntegrationEvent[] }) {
  return (
    <OpeningList
      label="Events"
      items={events}
      lineClass={classes.line}
      line={(event) => <Line event={event} />}
      detail={(event) => <Detail event={event} />}
    />
  );
}

function Line({ event: { outcome, name, reason, severity } }: { event: AlertIntegrationEvent }) {
  const { word, look } = outcomeWords[outcome];
  return (
    <>
      <StatusMark look={look}>{word}</StatusMark>
      <span className={classes.what}>
        {severity ? <SeverityBadge severity={severity} /> : null}
        <span className="truncate">{name === "" ? reason : name}</span>
      </span>
    </>
  );
}

function Detail({ event }: { event: AlertIntegrationEvent }) {
  const { reason, dedup_key, alert_id, incident, ci_ids, payload } = event;
  return (
    <>
      {reason === "" ? null : event.outcome === "refused" ? <DetailError>{reason}</DetailError> : <p>{reason}</p>}
      <DetailFacts>
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
      </DetailFacts>
      <h3>Received</h3>
      {payload === "" ? <p className="dim">Empty</p> : <pre>{indented(payload)}</pre>}
    </>
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
