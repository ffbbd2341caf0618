import { UnstyledButton } from "@mantine/core";
import { type Execution, isRunOpen, type RunPhase, type RunStep } from "@opsplane/contract";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { runStepLooks } from "../../records/run-status.tsx";
import { TimeText, useClock } from "../../time/time.tsx";
import { PlainLink } from "../../ui/links.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { stepLook } from "../steps/types.tsx";
import { tookText, waitWords } from "../words.ts";
import type { Output } from "./output.ts";
import { OutputView } from "./output-view.tsx";
import { StepDecision } from "./step-decision.tsx";
import { Checks, Preview, TargetResults } from "./step-results.tsx";
import classes from "./timeline.module.css";

interface StepTimelineProps {
  execution: Execution;
  output: Output;
}

const phases: Record<RunPhase, string> = {
  main: "Steps",
  failure: "If a step fails",
  verification: "Verification",
};

/** The steps from top to bottom, in their phases. */
export function StepTimeline({ execution, output }: StepTimelineProps) {
  const { steps } = execution;
  const shown = (["main", "failure", "verification"] as const).filter((phase) =>
    steps.some((step) => step.phase === phase),
  );
  return shown.map((phase) => (
    <section key={phase} aria-label={phases[phase]}>
      {shown.length > 1 ? <h2 className={classes.phase}>{phases[phase]}</h2> : null}
      <ol className={classes.steps}>
        {steps
          .filter((step) => step.phase === phase)
          .map((step) => (
            <StepItem key={step.id} execution={execution} step={step} output={output} />
          ))}
      </ol>
    </section>
  ));
}

function StepItem({ execution, step, output }: StepTimelineProps & { step: RunStep }) {
  const [toggled, setToggled] = useState<boolean>();
  const { icon: TypeIcon, word } = stepLook(step.type);
  const own = output.get(step.id);
  const opened = toggled ?? opensItself(execution, step);
  const hasDetails = isReached(step) || own !== undefined || step.instructions !== null;
  return (
    <li className={classes.step} data-status={step.status}>
      <span className={classes.mark} aria-hidden="true">
        <TypeIcon size={15} />
      </span>
      <div className={classes.body}>
        <UnstyledButton
          className={classes.head ?? ""}
          aria-expanded={opened && hasDetails}
          disabled={!hasDetails}
          onClick={() => setToggled(!opened)}
        >
          <span className={classes.title}>{step.title}</span>
          <span className="dim">{word}</span>
          <span className={classes.state}>
            {step.attempt > 1 ? <span className="dim">attempt {step.attempt}</span> : null}
            <StepTook step={step} />
            <StatusMark look={runStepLooks[step.status]}>{statusWord(execution, step)}</StatusMark>
            {hasDetails ? opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} /> : null}
          </span>
        </UnstyledButton>
        {opened && hasDetails ? (
          <div className={classes.details}>
            {step.error ? (
              <p className={classes.error} role="alert">
                {step.error}
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
            {own ? <OutputView label={step.title} output={own} live={isRunOpen(execution) && isActive(step)} /> : null}
            <Values step={step} />
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** Steps that a person should look at are open: those that run, wait or failed, and all of a dry run. */
function opensItself({ dry_run, steps }: Execution, step: RunStep): boolean {
  return dry_run || isActive(step) || step.status === "failed" || steps.length <= 3;
}

function isActive({ status }: RunStep): boolean {
  return status === "running" || status === "waiting" || status === "queued";
}

function isReached({ status, error }: RunStep): boolean {
  return error !== null || !(status === "pending" || status === "skipped" || status === "cancelled");
}

/** A dry run only looks, so its steps neither succeed nor fail. */
function statusWord({ dry_run }: Execution, { status }: RunStep): string {
  if (dry_run && status === "succeeded") return "OK";
  if (dry_run && status === "failed") return "Not OK";
  return runStepLooks[status].word;
}

function StepTook({ step: { started_at, finished_at } }: { step: RunStep }) {
  const { now } = useClock();
  if (!started_at) return null;
  const end = finished_at ? Date.parse(finished_at) : Math.max(now, Date.parse(started_at));
  return <span className="dim">{tookText(end - Date.parse(started_at))}</span>;
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
