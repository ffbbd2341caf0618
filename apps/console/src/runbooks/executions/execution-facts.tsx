import type { Execution } from "@opsplane/contract";
import type { ReactNode } from "react";
import { IncidentLines } from "../../records/work-lines.tsx";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "../../ui/record-page.module.css";
import { VerifiedMark } from "../badges.tsx";

export function ExecutionFacts({ execution }: { execution: Execution }) {
  const { runbook_id, runbook_name, runbook_version, incident, targets, lock_key, finished_at } = execution;
  const parameters = Object.entries(execution.parameters).filter(([, value]) => value !== null);
  return (
    <Panel title="Details">
      <dl className={classes.facts}>
        <dt>Runbook</dt>
        <dd>
          <TextLink size="sm" to="/runbooks/$id" params={{ id: runbook_id }}>
            {runbook_name}
          </TextLink>
          <div className="dim">
            {runbook_version === 0 || execution.dry_run ? "as edited" : `version ${runbook_version}`}
          </div>
        </dd>
        <dt>Targets</dt>
        <dd>{targets.length === 0 ? <span className="dim">None</span> : targets.map(({ name }) => name).join(", ")}</dd>
        {execution.verified === null ? null : (
          <>
            <dt>Signal</dt>
            <dd>
              <VerifiedMark verified={execution.verified} />
            </dd>
          </>
        )}
      </dl>
      {parameters.length > 0 ? (
        <dl className={classes.facts}>
          {parameters.map(([name, value]) => (
            <Fact key={name} label={name}>
              <span className="mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>
            </Fact>
          ))}
        </dl>
      ) : null}
      <dl className={classes.facts}>
        <dt>Incident</dt>
        <dd>{incident ? <IncidentLines incidents={[incident]} /> : <span className="dim">None</span>}</dd>
        {execution.request_reference ? (
          <Fact label="Request">
            <TextLink size="sm" to="/requests/$reference" params={{ reference: execution.request_reference }}>
              {execution.request_reference}
            </TextLink>
          </Fact>
        ) : null}
        {execution.workflow_run_reference ? (
          <Fact label="Workflow run">
            <TextLink
              size="sm"
              to="/workflows/runs/$reference"
              params={{ reference: execution.workflow_run_reference }}
            >
              {execution.workflow_run_reference}
            </TextLink>
          </Fact>
        ) : null}
      </dl>
      <dl className={classes.facts}>
        <Fact label="Started by">{execution.started_by}</Fact>
        <Fact label="Started">
          <TimeText at={execution.created_at} as="short" />
        </Fact>
        {finished_at ? (
          <Fact label="Ended">
            <TimeText at={finished_at} as="short" />
          </Fact>
        ) : null}
        {lock_key ? (
          <Fact label="Lock">
            <span className="mono">{lock_key}</span>
          </Fact>
        ) : null}
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
