import { Button, Menu } from "@mantine/core";
import { type RunbookStepType, runbookStepTypes } from "@opsplane/contract";
import { IconPlus } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { randomKey } from "../../api/random-key.ts";
import { toggled } from "../../ui/words.ts";
import { duplicated, moved, newStep, removed, replaced, type StepDraft } from "../editor/draft.ts";
import type { Problems } from "../editor/problems.ts";
import classes from "./step-card.module.css";
import { StepCard } from "./step-card.tsx";
import { stepLooks } from "./types.tsx";

interface StepListProps {
  /** The field of the runbook that holds the steps. */
  field: "steps" | "on_failure";
  label: string;
  steps: readonly StepDraft[];
  problems: Problems;
  /** The keys of the opened cards. */
  opened: readonly string[];
  onOpened: (keys: string[]) => void;
  resultOf?: (step: StepDraft) => ReactNode;
  onChange: (steps: StepDraft[]) => void;
}

const maxSteps = 100;

/** Cards of steps that can be added, moved, copied and deleted. */
export function StepList(props: StepListProps) {
  const { field, label, steps, problems, opened, onOpened, resultOf, onChange } = props;
  const drag = useDragOrder(steps, onChange);
  const add = (type: RunbookStepType) => {
    const step = newStep(type, `new-${randomKey()}`);
    onOpened([...opened, step.key]);
    onChange([...steps, step]);
  };
  return (
    <>
      {steps.length === 0 ? null : (
        <ol className={classes.steps} aria-label={label}>
          {steps.map((step, index) => (
            <li key={step.key} className={classes.item} {...drag.targetProps(step.key, index)}>
              <StepCard
                step={step}
                path={`${field}.${index}`}
                number={index + 1}
                last={index === steps.length - 1}
                opened={opened.includes(step.key)}
                problems={problems}
                result={resultOf?.(step)}
                drag={drag.handleOf(step.key)}
                onChange={(next) => onChange(replaced(steps, next))}
                onMove={(by) => onChange(moved(steps, step.key, index + by))}
                onToggle={() => onOpened(toggled(opened, step.key))}
                onDuplicate={() => onChange(duplicated(steps, step.key, `new-${randomKey()}`))}
                onRemove={() => onChange(removed(steps, step.key))}
              />
            </li>
          ))}
        </ol>
      )}
      <AddMenu disabled={steps.length >= maxSteps} onAdd={add} />
    </>
  );
}

function AddMenu({ disabled, onAdd }: { disabled: boolean; onAdd: (type: RunbookStepType) => void }) {
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={14} />} disabled={disabled}>
          Add step
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {runbookStepTypes.map((type) => {
          const { icon: TypeIcon, word, about } = stepLooks[type];
          return (
            <Menu.Item key={type} leftSection={<TypeIcon size={16} />} onClick={() => onAdd(type)}>
              {word}
              <div className="dim" style={{ fontSize: 12 }}>
                {about}
              </div>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Drag and drop within one list. */
function useDragOrder(steps: readonly StepDraft[], onChange: (steps: StepDraft[]) => void) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const from = steps.findIndex(({ key }) => key === dragged);
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  return {
    handleOf: (key: string) => ({
      isSource: key === dragged,
      onStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", key);
        const card = event.currentTarget.closest("fieldset");
        if (card) event.dataTransfer.setDragImage(card, 12, 12);
        setDragged(key);
      },
      onEnd: end,
    }),
    targetProps: (key: string, index: number) => ({
      "data-drop":
        dragged !== undefined && over === key && from !== index ? (from < index ? "after" : "before") : "none",
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(key);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== undefined) onChange(moved(steps, dragged, index));
        end();
      },
    }),
  };
}
