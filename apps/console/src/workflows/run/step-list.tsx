import { UnstyledButton } from "@mantine/core";
import type { RunStep, WorkflowRun, WorkflowStepType } from "@opsplane/contract";
import { workflowStepTypes } from "@opsplane/contract";
import { StepDuration } from "../../records/run-duration.tsx";
import { runStepLooks } from "../../records/run-status.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { stepTypeIcons, waitWords } from "../words.ts";
import classes from "./run.module.css";

interface StepListProps {
  run: WorkflowRun;
  selected: string | undefined;
  onSelect: (step: string) => void;
}

/** The steps of a run as a list. A click shows one. */
export function StepList({ run, selected, onSelect }: StepListProps) {
  return (
    <ol className={classes.steps} aria-label="Steps of the run">
      {run.steps.map((step) => (
        <li key={step.id}>
          <UnstyledButton
            className={classes.step ?? ""}
            aria-current={step.id === selected}
            onClick={() => onSelect(step.id)}
          >
            <TypeIcon type={step.type} />
            <span className={`${classes.stepTitle} truncate`}>{step.title}</span>
            <StepState step={step} />
            <span className={`${classes.span} dim`}>
              <StepDuration step={step} />
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

export function StepState({ step: { status, waits_for } }: { step: RunStep }) {
  const look = runStepLooks[status];
  return <StatusMark look={look}>{status === "waiting" && waits_for ? waitWords[waits_for] : look.word}</StatusMark>;
}

function TypeIcon({ type }: { type: string }) {
  const known: WorkflowStepType = workflowStepTypes.find((each) => each === type) ?? "notification";
  const StepIcon = stepTypeIcons[known];
  return <StepIcon size={16} aria-hidden="true" />;
}
