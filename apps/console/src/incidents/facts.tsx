import { Button, TagsInput } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { useState } from "react";
import { PersonSelect } from "../directory/person-select.tsx";
import { useKeys } from "../keys/keys.tsx";
import { useProfile } from "../session/context.tsx";
import { duration } from "../time/format.ts";
import { TimeText, useClock } from "../time/time.tsx";
import { useUpdateIncident } from "./changes.ts";
import classes from "./incident-page.module.css";
import { Panel } from "./panel.tsx";

export function Facts({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  return (
    <Panel title="Facts">
      <dl className={classes.facts}>
        <dt>Assignee</dt>
        <dd>{mayWrite ? <Assignee incident={incident} /> : (incident.assignee?.name ?? "Nobody")}</dd>
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
        <dd>{incident.source || <span className="dim">not given</span>}</dd>
        <dt>Created by</dt>
        <dd>{incident.created_by}</dd>
        {incident.resolved_by ? (
          <>
            <dt>Resolved by</dt>
            <dd>{incident.resolved_by}</dd>
          </>
        ) : null}
        <dt>Last change</dt>
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
        placeholder="Nobody"
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

function AffectedItems({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const update = useUpdateIncident(incident);
  const [draft, setDraft] = useState<string[]>();
  if (draft)
    return (
      <>
        <TagsInput
          size="xs"
          aria-label="Affected items"
          placeholder="An id, then Enter"
          autoFocus
          value={draft}
          onChange={setDraft}
          maxTags={200}
        />
        <Button
          size="compact-xs"
          mt={4}
          loading={update.isPending}
          onClick={() => update.mutate({ patch: { ci_ids: draft } }, { onSuccess: () => setDraft(undefined) })}
        >
          Save
        </Button>{" "}
        <Button size="compact-xs" mt={4} variant="subtle" color="gray" onClick={() => setDraft(undefined)}>
          Cancel
        </Button>
      </>
    );
  return (
    <div className={classes.tags}>
      {incident.ci_ids.map((id) => (
        <span key={id} className={classes.tag}>
          {id}
        </span>
      ))}
      {mayWrite ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          px={4}
          onClick={() => setDraft(incident.ci_ids)}
          aria-label={`${incident.ci_ids.length > 0 ? "Edit" : "Add"} affected items`}
        >
          {incident.ci_ids.length > 0 ? "Edit" : "Add"}
        </Button>
      ) : incident.ci_ids.length === 0 ? (
        <span className="dim">none named</span>
      ) : null}
    </div>
  );
}

/** When it reached each stage, and how long that took from the start. */
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
