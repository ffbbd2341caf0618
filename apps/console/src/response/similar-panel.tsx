import type { Incident, SimilarIncident } from "@opsplane/contract";
import { TimeText } from "../time/time.tsx";
import { HrefLink } from "../ui/href-link.tsx";
import { Panel } from "../ui/panel.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import classes from "./analysis-panel.module.css";
import { useSimilar } from "./queries.ts";

/** Resolved incidents like this one, and what solved them. Nothing when there are none. */
export function SimilarPanel({ incident }: { incident: Incident }) {
  const similar = useSimilar(incident.id);
  if (similar.data?.length === 0) return null;
  return (
    <Panel title="Similar incidents">
      <QueryFace query={similar} loading={<span className="dim">Loading…</span>}>
        {(found) => (
          <ol className={classes.causes} aria-label="Similar incidents, most similar first">
            {found.map((each) => (
              <Line key={each.id} incident={each} />
            ))}
          </ol>
        )}
      </QueryFace>
    </Panel>
  );
}

function Line({ incident }: { incident: SimilarIncident }) {
  const { reference, title, resolved_at, cause, resolution_notes, runbooks, reasons } = incident;
  return (
    <li className={classes.cause}>
      <span className={classes.head}>
        <HrefLink href={`/incidents/${reference}`}>{`${reference}: ${title}`}</HrefLink>
        {resolved_at ? (
          <span className={classes.score}>
            <TimeText at={resolved_at} />
          </span>
        ) : null}
      </span>
      <ul className={classes.evidence}>
        {cause ? <li>Cause: {cause}</li> : null}
        {resolution_notes ? <li>Resolution: {resolution_notes}</li> : null}
        {runbooks.map(({ runbook_id, name }) => (
          <li key={runbook_id}>
            <HrefLink href={`/runbooks/${runbook_id}`}>{`Solved by ${name}`}</HrefLink>
          </li>
        ))}
        <li className="dim">{reasons.join(" · ")}</li>
      </ul>
    </li>
  );
}
