import type { Change } from "@opsplane/contract";
import { isPlanOpen } from "@opsplane/contract";
import { ChainSelect } from "../approvals/index.ts";
import { AssigneeField } from "../directory/assignee-field.tsx";
import { duration } from "../time/format.ts";
import { TimeText, useClock } from "../time/time.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "../ui/record-page.module.css";
import { RiskChoice, TypeChoice } from "./change-choices.tsx";
import { ChangeIncidents, ChangeItems } from "./change-links.tsx";
import { ChangeWindow } from "./change-window.tsx";
import { useUpdateChange } from "./mutations.ts";

export function ChangeFacts({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const update = useUpdateChange(change);
  const open = mayWrite && isPlanOpen(change);
  return (
    <Panel title="Details">
      <dl className={classes.facts}>
        <dt>Assignee</dt>
        <dd>
          {mayWrite ? (
            <AssigneeField
              assignee={change.assignee}
              pending={update.isPending}
              group="Change"
              onAssign={(assigned_to) => update.mutate({ patch: { assigned_to } })}
            />
          ) : (
            (change.assignee?.name ?? "Unassigned")
          )}
        </dd>
        <dt>Window</dt>
        <dd>
          <ChangeWindow change={change} mayEdit={open} />
        </dd>
        {open ? (
          <>
            <dt>Type</dt>
            <dd>
              <TypeChoice change={change} />
            </dd>
            <dt>Risk</dt>
            <dd>
              <RiskChoice change={change} />
            </dd>
            {change.type === "standard" ? null : (
              <>
                <dt>Approval by</dt>
                <dd>
                  <ChainSelect
                    aria-label="Approval chain"
                    size="xs"
                    otherwise="Default for this type"
                    value={change.workflow_definition_id}
                    onChange={(workflow_definition_id) => update.mutate({ patch: { workflow_definition_id } })}
                  />
                </dd>
              </>
            )}
          </>
        ) : null}
      </dl>
      <dl className={classes.facts}>
        <dt>Items</dt>
        <dd>
          <ChangeItems change={change} mayEdit={open} />
        </dd>
        <dt>Incidents</dt>
        <dd>
          <ChangeIncidents change={change} mayEdit={mayWrite} />
        </dd>
      </dl>
      {change.actual_start ? (
        <dl className={classes.facts}>
          <Actual start={change.actual_start} end={change.actual_end} />
        </dl>
      ) : null}
      <dl className={classes.facts}>
        <dt>Requested by</dt>
        <dd>{change.requested_by}</dd>
        {change.created_by === change.requested_by ? null : (
          <>
            <dt>Created by</dt>
            <dd>{change.created_by}</dd>
          </>
        )}
        <dt>Updated</dt>
        <dd>
          <TimeText at={change.updated_at} />
        </dd>
      </dl>
    </Panel>
  );
}

function Actual({ start, end }: { start: string; end: string | null }) {
  const { now } = useClock();
  return (
    <>
      <dt>Began</dt>
      <dd>
        <TimeText at={start} as="short" />
      </dd>
      {end ? (
        <>
          <dt>Ended</dt>
          <dd>
            <TimeText at={end} as="short" />
          </dd>
        </>
      ) : null}
      <dt>{end ? "Lasted" : "Running for"}</dt>
      <dd>
        <b>{duration((end ? Date.parse(end) : now) - Date.parse(start))}</b>
      </dd>
    </>
  );
}
