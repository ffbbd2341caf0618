import { UnstyledButton } from "@mantine/core";
import type { Execution, RunPhase, RunStep } from "@opsplane/contract";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { StepDuration } from "../../records/run-duration.tsx";
import { runStepLooks } from "../../records/run-status.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { stepLook } from "../steps/types.tsx";
import type { Output } from "./output.ts";
import { isActive, StepDetails } from "./step-details.tsx";
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
      {phase === "main" ? null : <h2 className={classes.phase}>{phases[phase]}</h2>}
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
            {execution.dry_run ? null : (
              <span className="dim">
                <StepDuration step={step} />
              </span>
            )}
            <StatusMark look={runStepLooks[step.status]}>{statusWord(execution, step)}</StatusMark>
            {hasDetails ? opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} /> : null}
          </span>
        </UnstyledButton>
        {opened && hasDetails ? <StepDetails execution={execution} step={step} output={own} /> : null}
      </div>
    </li>
  );
}

/** Steps that a person should look at are open: those that run, wait or failed, and all of a dry run. */
function opensItself({ dry_run, steps }: Execution, step: RunStep): boolean {
  return dry_run || isActive(step) || step.status === "failed" || steps.length <= 3;
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
