import type { WorkflowRun } from "@opsplane/contract";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import record from "../../ui/record-page.module.css";
import { triggerWords } from "../words.ts";

export function RunFacts({ run }: { run: WorkflowRun }) {
  const { workflow_id, workflow_name, workflow_version, trigger, incident, deadline_at, finished_at } = run;
  return (
    <Panel title="Details">
      <dl className={record.facts}>
        <dt>Workflow</dt>
        <dd>
          <TextLink to="/workflows/$id" params={{ id: workflow_id }} fz="inherit">
            {workflow_name}
          </TextLink>{" "}
          <span className="dim">version {workflow_version}</span>
        </dd>
        <dt>Trigger</dt>
        <dd>{triggerWords[trigger]}</dd>
        <dt>Started by</dt>
        <dd>{run.started_by}</dd>
        {incident ? (
          <>
            <dt>Incident</dt>
            <dd>
              <TextLink to="/incidents/$reference" params={{ reference: incident.reference }} fz="inherit">
                {incident.reference}
              </TextLink>{" "}
              {incident.title}
            </dd>
          </>
        ) : null}
        <dt>Started</dt>
        <dd>
          <TimeText at={run.created_at} as="absolute" />
        </dd>
        {finished_at ? (
          <>
            <dt>Finished</dt>
            <dd>
              <TimeText at={finished_at} as="absolute" />
            </dd>
          </>
        ) : deadline_at ? (
          <>
            <dt>Times out</dt>
            <dd>
              <TimeText at={deadline_at} />
            </dd>
          </>
        ) : null}
        {run.cancelled_by ? (
          <>
            <dt>Cancelled by</dt>
            <dd>{run.cancelled_by}</dd>
          </>
        ) : null}
      </dl>
    </Panel>
  );
}
