import { type Execution, isRunOpen, type RunStep } from "@opsplane/contract";
import { TimeText } from "../../time/time.tsx";
import { PlainLink } from "../../ui/links.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { waitWords } from "../words.ts";
import type { StepOutput } from "./output.ts";
import { OutputView } from "./output-view.tsx";
import { StepDecision } from "./step-decision.tsx";
import { Checks, Preview, TargetResults } from "./step-results.tsx";
import classes from "./timeline.module.css";

interface StepDetailsProps {
  execution: Execution;
  step: RunStep;
  output: StepOutput | undefined;
}

/** What a step does, did or would do. */
export function StepDetails({ execution, step, output }: StepDetailsProps) {
  // A check of a dry run says the same.
  const error = step.checks.some(({ message }) => message === step.error) ? null : step.error;
  return (
    <div className={classes.details}>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
      <Waits step={step} />
      {step.instructions ? (
        <div className={classes.instructions}>
          <Markdown source={step.instructions} />
        </div>
      ) : null}
      <StepDecision execution={execution} step={step} />
      {step.decided_by ? <Decided step={step} /> : null}
      <Preview step={step} />
      <Checks step={step} />
      <TargetResults step={step} />
      {output ? <OutputView label={step.title} output={output} live={isRunOpen(execution) && isActive(step)} /> : null}
      <Values step={step} />
    </div>
  );
}

export function isActive({ status }: RunStep): boolean {
  return status === "running" || status === "waiting" || status === "queued";
}

function Waits({ step: { status, waits_for, due_at, child_id } }: { step: RunStep }) {
  if (status !== "waiting" || !waits_for) return null;
  return (
    <p className={classes.waits}>
      {waitWords[waits_for]}
      {due_at ? (
        <>
          {" "}
          (until <TimeText at={due_at} as="short" />)
        </>
      ) : null}
      {child_id ? (
        <>
          {" "}
          <PlainLink to="/executions/$reference" params={{ reference: child_id }}>
            Open
          </PlainLink>
        </>
      ) : null}
    </p>
  );
}

function Decided({ step }: { step: RunStep }) {
  const { comment } = step.output;
  return (
    <p className={classes.waits}>
      {step.status === "succeeded" ? (step.type === "approval" ? "Approved" : "Done") : "Decided"} by {step.decided_by}
      {typeof comment === "string" && comment !== "" ? `: ${comment}` : ""}
    </p>
  );
}

/** Values that the output and the results do not show already. */
const shownElsewhere = new Set(["stdout", "stderr", "exit_code", "decision", "comment", "decided_by"]);

function Values({ step }: { step: RunStep }) {
  const values = Object.entries(step.output).filter(([name]) => !shownElsewhere.has(name));
  if (values.length === 0) return null;
  return (
    <dl className={classes.values}>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
