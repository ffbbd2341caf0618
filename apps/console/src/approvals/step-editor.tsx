import { ActionIcon, Select, Switch, TextInput, Tooltip } from "@mantine/core";
import { approverTypes } from "@opsplane/contract";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { altArrow, keepFocus } from "../ui/keep-focus.ts";
import { optionsOf } from "../ui/words.ts";
import { ApproverField } from "./approver-field.tsx";
import classes from "./definition.module.css";
import type { StepDraft } from "./definition-draft.ts";
import { approverTypeWords } from "./step-words.ts";

interface StepEditorProps {
  step: StepDraft;
  number: number;
  last: boolean;
  problem: string | undefined;
  onChange: (step: StepDraft) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** One step: its approver, and whether it is optional. Alt with an arrow moves it. */
export function StepEditor({ step, number, last, problem, onChange, onMove, onRemove }: StepEditorProps) {
  const move = (by: 1 | -1) => keepFocus(() => onMove(by));
  return (
    <fieldset className={classes.step} aria-label={`Step ${number}`} onKeyDown={(event) => altArrow(event, move)}>
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
      <div className={classes.fields}>
        <TextInput
          label="Name"
          placeholder="Optional"
          maxLength={200}
          value={step.name}
          onChange={(event) => onChange({ ...step, name: event.currentTarget.value })}
        />
        <Select
          label="Decided by"
          allowDeselect={false}
          data={optionsOf(approverTypes, approverTypeWords)}
          value={step.type}
          onChange={(chosen) => {
            const type = approverTypes.find((each) => each === chosen);
            if (type && type !== step.type) onChange({ ...step, type, value: "", label: "" });
          }}
        />
        <ApproverField step={step} problem={problem} onChange={onChange} />
        <Switch
          size="xs"
          className={classes.required ?? ""}
          label={step.required ? "Required" : "Optional"}
          checked={step.required}
          onChange={(event) => onChange({ ...step, required: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.tools}>
        <Tooltip label="Up (Alt ↑)">
          <ActionIcon size={26} disabled={number === 1} aria-label={`Move step ${number} up`} onClick={() => move(-1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Down (Alt ↓)">
          <ActionIcon size={26} disabled={last} aria-label={`Move step ${number} down`} onClick={() => move(1)}>
            <IconArrowDown size={15} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon size={26} aria-label={`Remove step ${number}`} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </div>
    </fieldset>
  );
}
