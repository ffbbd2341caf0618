import { Skeleton } from "@mantine/core";
import type { ApprovalInstance, IncidentSummary, RunStep } from "@opsplane/contract";
import { useChange, WindowText } from "../changes/index.ts";
import { RiskBadge, typeWords } from "../records/change-badges.tsx";
import { IncidentLines } from "../records/work-lines.tsx";
import { useRequest } from "../requests/index.ts";
import { useExecution } from "../runbooks/index.ts";
import { useCan } from "../session/context.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { InputList } from "../ui/schema-form/input-list.tsx";
import classes from "./inbox.module.css";
import { useWorkflowRun } from "./queries.ts";

/** What an approver reads before the decision. */
export function SubjectEssence({ instance }: { instance: ApprovalInstance }) {
  switch (instance.subject_type) {
    case "change":
      return <ChangeEssence id={instance.subject_id} />;
    case "request":
      return <RequestEssence id={instance.subject_id} />;
    case "execution":
      return <ExecutionEssence instance={instance} />;
    case "workflow_run":
      return <WorkflowRunEssence instance={instance} />;
  }
}

/** The facts that an approver reads first: risk, window and items. */
function ChangeEssence({ id }: { id: string }) {
  const change = useChange(id, useCan()("itsm:read")).data;
  if (!change) return <Skeleton height={18} width="60%" mt={8} />;
  const items = change.items.map(({ name }) => name);
  return (
    <dl className={classes.essence}>
      <div>
        <dt>Risk</dt>
        <dd>
          <RiskBadge risk={change.risk_level} />
        </dd>
      </div>
      <div>
        <dt>Type</dt>
        <dd>{typeWords[change.type]}</dd>
      </div>
      <div>
        <dt>Window</dt>
        <dd>
          <WindowText start={change.requested_start} end={change.requested_end} />
        </dd>
      </div>
      <div>
        <dt>CIs</dt>
        <dd>
          {items.length === 0 ? <span className="dim">None</span> : items.slice(0, 5).join(", ")}
          {items.length > 5 ? ` and ${items.length - 5} more` : ""}
        </dd>
      </div>
    </dl>
  );
}

function RequestEssence({ id }: { id: string }) {
  const request = useRequest(id, useCan()("itsm:read")).data;
  if (!request) return <Skeleton height={18} width="60%" mt={8} />;
  return (
    <div className={classes.inputs}>
      <InputList form={request.form} inputs={request.inputs} />
    </div>
  );
}

function ExecutionEssence({ instance }: { instance: ApprovalInstance }) {
  const execution = useExecution(instance.subject_id, useCan()("runbooks:read")).data;
  return <RunEssence instance={instance} run={execution} />;
}

function WorkflowRunEssence({ instance }: { instance: ApprovalInstance }) {
  const run = useWorkflowRun(instance.subject_id, useCan()("automation:read")).data;
  return <RunEssence instance={instance} run={run} />;
}

interface RunEssenceProps {
  instance: ApprovalInstance;
  /** Undefined while it loads, or without access. */
  run: { steps: readonly RunStep[]; incident: IncidentSummary | null } | undefined;
}

/** The instructions of the step that waits, and the incident that the run is for. */
function RunEssence({ instance, run }: RunEssenceProps) {
  const step = run?.steps.find(({ approval_id }) => approval_id === instance.id);
  if (!run) return null;
  return (
    <div className={classes.inputs}>
      {run.incident ? <IncidentLines incidents={[run.incident]} /> : null}
      {step?.instructions ? <Markdown source={step.instructions} /> : null}
    </div>
  );
}
