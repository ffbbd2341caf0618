import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import type { LintProblem } from "@opsplane/contract";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from "@tabler/icons-react";
import type { DragEvent, ReactNode } from "react";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { edited, type StepDraft } from "../editor/draft.ts";
import { ProblemList } from "../editor/problem-list.tsx";
import { anchorOf, type Problems } from "../editor/problems.ts";
import classes from "./step-card.module.css";
import { StepFields } from "./step-fields.tsx";
import { stepLooks, stepSummary } from "./types.tsx";

export interface StepCardProps {
  step: StepDraft;
  /** Where the step is, such as `steps.0`. */
  path: string;
  number: number;
  last: boolean;
  opened: boolean;
  problems: Problems;
  /** How the step ended in the last executions. */
  result?: ReactNode;
  drag: {
    onStart: (event: DragEvent) => void;
    onEnd: () => void;
    isSource: boolean;
  };
  onChange: (step: StepDraft) => void;
  onMove: (by: 1 | -1) => void;
  onToggle: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** One step: a summary line with its fields below. It moves by its handle, its buttons, or Alt with an arrow. */
export function StepCard(props: StepCardProps) {
  const { step, path, number, last, opened, problems, result, drag } = props;
  const { icon: TypeIcon, word } = stepLooks[step.type];
  const own = problems.within(path);
  const bad = own.some(({ level }) => level === "error");
  const name = `step ${number}, ${step.title || word}`;
  const move = (by: 1 | -1) => keepFocus(() => props.onMove(by));
  return (
    <fieldset
      id={anchorOf(path)}
      tabIndex={-1}
      className={classes.card}
      data-dragged={drag.isSource}
      data-problem={bad ? "error" : own.length > 0 ? "warning" : "none"}
      aria-label={`Step ${number}: ${step.title || word}`}
      onKeyDown={(event) => altArrow(event, move)}
    >
      <div className={classes.line}>
        <span
          className={classes.handle}
          draggable
          onDragStart={drag.onStart}
          onDragEnd={drag.onEnd}
          title="Drag to move"
          aria-hidden="true"
        >
          <IconGripVertical size={14} />
        </span>
        <UnstyledButton className={classes.toggle ?? ""} aria-expanded={opened} onClick={props.onToggle}>
          {opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <TypeIcon size={16} aria-label={word} />
          <span className={classes.title}>
            <span className="truncate">{step.title || "No title"}</span>
            <span className={`${classes.summary} truncate`}>{stepSummary(step)}</span>
          </span>
          {result}
        </UnstyledButton>
        <div className={classes.tools}>
          <Tooltip label="Up (Alt ↑)">
            <ActionIcon size={26} disabled={number === 1} aria-label={`Move ${name} up`} onClick={() => move(-1)}>
              <IconArrowUp size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Down (Alt ↓)">
            <ActionIcon size={26} disabled={last} aria-label={`Move ${name} down`} onClick={() => move(1)}>
              <IconArrowDown size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Duplicate">
            <ActionIcon size={26} aria-label={`Duplicate ${name}`} onClick={props.onDuplicate}>
              <IconCopy size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Delete">
            <ActionIcon size={26} aria-label={`Delete ${name}`} onClick={props.onRemove}>
              <IconTrash size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <ProblemList problems={opened ? own.filter((problem) => !isAtField(path, problem)) : own} />
      {opened ? (
        <div className={classes.details}>
          <StepFields
            step={step}
            path={path}
            problems={problems}
            set={(changes) => props.onChange(edited(step, changes))}
          />
        </div>
      ) : null}
    </fieldset>
  );
}

const fields =
  "title|id|command|url|body|condition|timeout_seconds|seconds|instructions|approver_value|query\\.(metric_name|q)";

/** Whether a field of the opened card shows the problem itself. */
function isAtField(path: string, { level, path: place }: LintProblem): boolean {
  return level === "error" && new RegExp(`^(${fields})$`).test(place.slice(path.length + 1));
}
