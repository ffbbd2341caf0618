import { Alert } from "@mantine/core";
import { isRunOpen, type RunStep, type WorkflowRun } from "@opsplane/contract";
import { StepDuration } from "../../records/run-duration.tsx";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Panel } from "../../ui/panel.tsx";
import record from "../../ui/record-page.module.css";
import { textIn } from "../fields/config.ts";
import { ExecutionLink } from "./execution-link.tsx";
import { JsonBlock } from "./json-block.tsx";
import classes from "./run.module.css";
import { StepDecision } from "./step-decision.tsx";
import { StepState } from "./step-list.tsx";

/** One step of a run: its state, times, decision, values and error. */
export function StepDetails({ run, step }: { run: WorkflowRun; step: RunStep }) {
  const mayDecide = useCan()("automation:execute");
  const config = run.graph.steps.find(({ id }) => id === step.id)?.config ?? {};
  const execution = textIn(step.output, "reference") || step.child_id;
  const waits = isRunOpen(run) && step.status === "waiting" && step.waits_for === "approval";
  return (
    <Panel title={step.title}>
      <div className={classes.parts}>
        <StepState step={step} />
        {step.error ? (
          <Alert color="red" variant="light" p="xs">
            {step.error}
          </Alert>
        ) : null}
        {step.instructions ? <Markdown source={step.instructions} /> : null}
        {waits && mayDecide ? <StepDecision run={run} step={step} /> : null}
        <dl className={record.facts}>
          {step.started_at ? (
            <>
              <dt>Started</dt>
              <dd>
                <TimeText at={step.started_at} as="absolute" />
              </dd>
              <dt>Duration</dt>
              <dd>
                <StepDuration step={step} />
              </dd>
            </>
          ) : null}
          {step.due_at && step.status === "waiting" ? (
            <>
              <dt>Due</dt>
              <dd>
                <TimeText at={step.due_at} />
              </dd>
            </>
          ) : null}
          {step.attempt > 1 ? (
            <>
              <dt>Attempt</dt>
              <dd>{step.attempt}</dd>
            </>
          ) : null}
          {step.decided_by ? (
            <>
              <dt>Decided by</dt>
              <dd>{step.decided_by}</dd>
            </>
          ) : null}
          {step.type === "runbook" && execution ? (
            <>
              <dt>Execution</dt>
              <dd>
                <ExecutionLink reference={execution} />
              </dd>
            </>
          ) : null}
        </dl>
        {Object.keys(config).length > 0 ? (
          <div>
            <h3 className={classes.partTitle}>Input</h3>
            <JsonBlock label={`Input of ${step.title}`} value={config} />
          </div>
        ) : null}
        {Object.keys(step.output).length > 0 ? (
          <div>
            <h3 className={classes.partTitle}>Output</h3>
            <JsonBlock label={`Output of ${step.title}`} value={step.output} />
          </div>
        ) : null}
      </div>
    </Panel>
  );
}
