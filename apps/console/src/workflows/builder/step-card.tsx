import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import type { WorkflowStep } from "@opsplane/contract";
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconTrash,
} from "@tabler/icons-react";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { type RunbookNames, summaryOf, titleOf } from "../canvas/summary.ts";
import { moveStep, removeStep } from "../draft/edits.ts";
import { problemsUnder } from "../draft/problems.ts";
import type { Editing } from "../fields/editing.ts";
import { OutgoingEdges } from "../fields/outgoing-edges.tsx";
import { StepFields } from "../fields/step-fields.tsx";
import { stepTypeIcons } from "../words.ts";
import classes from "./builder.module.css";

interface StepCardProps extends Editing {
  runbooks: RunbookNames;
  step: WorkflowStep;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
  onRenamed: (id: string) => void;
}

/** One step of the list with its fields and its next steps. Alt with an arrow moves it. */
export function StepCard({ runbooks, step, number, isOpen, onToggle, onRenamed, ...editing }: StepCardProps) {
  const { draft, problems, change } = editing;
  const title = titleOf(step, runbooks);
  const own = problemsUnder(problems, `steps.${number - 1}`);
  const move = (by: 1 | -1) => keepFocus(() => change(moveStep(draft, step.id, by)));
  const TypeIcon = stepTypeIcons[step.type];
  return (
    <fieldset
      className={classes.card}
      data-problem={own.length > 0}
      aria-label={`Step ${number}: ${title}`}
      onKeyDown={(event) => altArrow(event, move)}
    >
      <div className={classes.line}>
        <UnstyledButton className={classes.toggle ?? ""} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <TypeIcon size={16} aria-hidden="true" />
          <span className={`${classes.cardTitle} truncate`}>
            {number}. {title}
          </span>
          <span className="dim truncate">{summaryOf(step, runbooks)}</span>
          {own.length > 0 ? (
            <span className={classes.count}>
              <IconAlertTriangle size={14} aria-hidden="true" />
              {own.length === 1 ? "1 problem" : `${own.length} problems`}
            </span>
          ) : null}
        </UnstyledButton>
        <Tooltip label="Up (Alt ↑)">
          <ActionIcon size={26} disabled={number === 1} aria-label={`Move ${title} up`} onClick={() => move(-1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Down (Alt ↓)">
          <ActionIcon
            size={26}
            disabled={number === draft.steps.length}
            aria-label={`Move ${title} down`}
            onClick={() => move(1)}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon size={26} aria-label={`Remove ${title}`} onClick={() => change(removeStep(draft, step.id))}>
          <IconTrash size={15} />
        </ActionIcon>
      </div>
      {isOpen ? (
        <div className={classes.details}>
          <StepFields {...editing} step={step} onRenamed={onRenamed} />
          <OutgoingEdges {...editing} step={step} />
        </div>
      ) : null}
    </fieldset>
  );
}
