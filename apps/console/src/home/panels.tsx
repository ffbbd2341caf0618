import type { Incident } from "@opsplane/contract";
import { StatusText } from "../records/incident-status.tsx";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { UnansweredMark } from "../records/unanswered-mark.tsx";
import { ChangeLines } from "../records/work-lines.tsx";
import { HealthMark, type ServiceHealth } from "../services/index.ts";
import { absoluteRange } from "../time/range.ts";
import { TimeText } from "../time/time.tsx";
import { PlainLink, TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import { type Loadable, QueryFace } from "../ui/query-face.tsx";
import classes from "./home.module.css";
import type { useRunningChanges } from "./queries.ts";

interface IncidentsPanelProps {
  title: string;
  incidents: Loadable<{ items: readonly Incident[]; total: number }>;
  empty: string;
}

export function IncidentsPanel({ title, incidents, empty }: IncidentsPanelProps) {
  return (
    <Panel
      title={title}
      action={
        <TextLink to="/incidents" size="sm">
          All incidents
        </TextLink>
      }
    >
      <QueryFace query={incidents} isEmpty={({ total }) => total === 0} empty={<p className={classes.none}>{empty}</p>}>
        {({ items, total }) => (
          <>
            <ul className={classes.lines}>
              {items.map((incident) => (
                <li key={incident.id} className={classes.line}>
                  <SeverityBadge severity={incident.severity} />
                  <PlainLink
                    to="/incidents/$reference"
                    params={{ reference: incident.reference }}
                    className={`${classes.title} truncate`}
                    title={incident.title}
                  >
                    {incident.title}
                  </PlainLink>
                  <StatusText status={incident.status} />
                  <UnansweredMark kind={incident.unanswered} />
                  <span className="dim">
                    <TimeText at={incident.created_at} as="age" />
                  </span>
                </li>
              ))}
            </ul>
            {total > items.length ? <p className={classes.none}>and {total - items.length} more</p> : null}
          </>
        )}
      </QueryFace>
    </Panel>
  );
}

export function ChangesPanel({ changes }: { changes: ReturnType<typeof useRunningChanges> }) {
  return (
    <Panel
      title="Running changes"
      action={
        <TextLink to="/changes" size="sm">
          All changes
        </TextLink>
      }
    >
      <QueryFace
        query={changes}
        isEmpty={({ total }) => total === 0}
        empty={<p className={classes.none}>No change is being implemented.</p>}
      >
        {({ items, total }) => <ChangeLines changes={items} total={total} />}
      </QueryFace>
    </Panel>
  );
}

interface ServicesPanelProps {
  services: Loadable<readonly ServiceHealth[]>;
  troubled: readonly ServiceHealth[];
  now: number;
}

const maxServices = 8;
const hourMs = 3_600_000;

export function ServicesPanel({ services, troubled, now }: ServicesPanelProps) {
  return (
    <Panel
      title="Services in trouble"
      action={
        <TextLink to="/services" size="sm">
          All services
        </TextLink>
      }
    >
      <QueryFace query={services}>
        {(all) =>
          troubled.length === 0 ? (
            <p className={classes.none}>
              {all.length === 0
                ? "No traces received in the last hour."
                : `All ${all.length} services were healthy in the last hour.`}
            </p>
          ) : (
            <ul className={classes.lines}>
              {troubled.slice(0, maxServices).map((each) => (
                <li key={each.service} className={classes.line}>
                  <HealthMark verdict={each} />
                  <PlainLink
                    to="/services/$service"
                    params={{ service: each.service }}
                    search={absoluteRange({ from: now - hourMs, to: now })}
                    className={`${classes.title} truncate`}
                  >
                    {each.service}
                  </PlainLink>
                  <span className="dim">{each.reason}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryFace>
    </Panel>
  );
}
