import { Button, Group } from "@mantine/core";
import { type WorkflowStepType, workflowStepTypes } from "@opsplane/contract";
import { stepTypeHints, stepTypeIcons, stepTypeWords } from "../words.ts";

/** The type of the data that a dragged button carries. */
export const draggedType = "application/x-workflow-step";

interface StepPaletteProps {
  disabled: boolean;
  onAdd: (type: WorkflowStepType) => void;
}

/** Adds a step after the selected one by a click, or at a place of the canvas by dragging. */
export function StepPalette({ disabled, onAdd }: StepPaletteProps) {
  return (
    <Group gap={6} role="toolbar" aria-label="Add step">
      {workflowStepTypes.map((type) => {
        const TypeIcon = stepTypeIcons[type];
        return (
          <Button
            key={type}
            variant="default"
            leftSection={<TypeIcon size={15} />}
            title={stepTypeHints[type]}
            aria-label={`Add ${stepTypeWords[type].toLowerCase()}`}
            disabled={disabled}
            draggable={!disabled}
            onDragStart={(event) => event.dataTransfer.setData(draggedType, type)}
            onClick={() => onAdd(type)}
          >
            {stepTypeWords[type]}
          </Button>
        );
      })}
    </Group>
  );
}
