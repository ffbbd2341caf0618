import { Button } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { PersonSelect } from "../directory/person-select.tsx";
import { useKeys } from "../keys/keys.tsx";
import { useProfile } from "../session/context.tsx";
import { duration } from "../time/format.ts";
import { TimeText, useClock } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "../ui/record-page.module.css";
import { AffectedItems } from "./affected-items.tsx";
import { useUpdateIncident } from "./mutations.ts";

export function Facts({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  return (
    <Panel title="Details">
      <dl className={classes.facts}>
        <dt>Assignee</dt>
        <dd>{mayWrite ? <Assignee incident={incident} /> : (incident.assignee?.name ?? "Unassigned")}</dd>
        <dt>Affected</dt>
        <dd>
          <AffectedItems incident={incident} mayWrite={mayWrite} />
        </dd>
      </dl>
      <dl className={classes.facts}>
        <Times incident={incident} />
      </dl>
      <dl className={classes.facts}>
        <dt>Source</dt>
        <dd>{incident.source || <span className="dim">—</span>}</dd>
        <dt>Created by</dt>
        <dd>{incident.created_by}</dd>
        {incident.resolved_by ? (
          <>
            <dt>Resolved by</dt>
            <dd>{incident.resolved_by}</dd>
          </>
        ) : null}
        <dt>Updated</dt>
        <dd>
          <TimeText at={incident.updated_at} />
        </dd>
      </dl>
    </Panel>
  );
}

function Assignee({ incident }: { incident: Incident }) {
  const { user } = useProfile();
  const update = useUpdateIncident(incident);
  const assign = (assigned_to: string | null) => update.mutate({ patch: { assigned_to } });
  const mine = incident.assigned_to === user.id;
  const takeIt = () => !mine && assign(user.id);
  useKeys([{ keys: "m", label: "Assign to me", group: "Incident", run: takeIt }]);
  return (
    <>
      <PersonSelect
        aria-label="Assignee"
        placeholder="Unassigned"
        size="xs"
        value={incident.assigned_to}
        chosen={incident.assignee}
        onChange={assign}
        disabled={update.isPending}
      />
      {mine ? null : (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={takeIt} loading={update.isPending}>
          Assign to me
        </Button>
      )}
    </>
  );
}

/** The time of each stage, and how long after the start it was reached. */
function Times({ incident }: { incident: Incident }) {
  const { now } = useClock();
  const start = Date.parse(incident.created_at);
  const stages = [
    { label: "Acknowledged", at: incident.acknowledged_at },
    { label: "Resolved", at: incident.resolved_at },
    { label: "Closed", at: incident.closed_at },
  ];
  const ended = incident.status === "resolved" || incident.status === "closed" ? incident.resolved_at : null;
  return (
    <>
      <dt>Created</dt>
      <dd>
        <TimeText at={incident.created_at} as="short" />
      </dd>
      {stages.map(({ label, at }) =>
        at ? <Stage key={label} label={label} at={at} after={Date.parse(at) - start} /> : null,
      )}
      <dt>{ended ? "Lasted" : "Running for"}</dt>
      <dd>
        <b>{duration((ended ? Date.parse(ended) : now) - start)}</b>
      </dd>
    </>
  );
}

function Stage({ label, at, after }: { label: string; at: string; after: number }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <TimeText at={at} as="short" /> <span className="dim truncate">after {duration(after)}</span>
      </dd>
    </>
  );
}
