import { Chip, Group, Input } from "@mantine/core";
import { severities } from "@opsplane/contract";
import { DurationField } from "../../ui/duration-field.tsx";
import { altArrow, keepFocus } from "../../ui/keep-focus.ts";
import { MoveTools } from "../move-tools.tsx";
import classes from "./policy.module.css";
import type { StepDraft } from "./policy-draft.ts";
import { TargetChip } from "./target-chip.tsx";
import { TargetSelect } from "./target-select.tsx";

interface StepEditorProps {
  step: StepDraft;
  number: number;
  isLast: boolean;
  problem: string | undefined;
  onChange: (step: StepDraft) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** One step of the flow with the wait before it. Alt with an arrow moves it. */
export function StepEditor({ step, number, isLast, problem, onChange, onMove, onRemove }: StepEditorProps) {
  const set = (fields: Partial<StepDraft>) => onChange({ ...step, ...fields });
  const move = (by: 1 | -1) => keepFocus(() => onMove(by));
  return (
    <>
      <div className={classes.wait}>
        <DurationField
          label={`Wait before step ${number}`}
          seconds={step.delay_seconds}
          onChange={(seconds) => set({ delay_seconds: Math.min(seconds ?? 0, 604_800) })}
        />
      </div>
      <fieldset className={classes.step} aria-label={`Step ${number}`} onKeyDown={(event) => altArrow(event, move)}>
        <div className={classes.stepHead}>
          <b>
            <span className={classes.number}>{number}</span> Page
          </b>
          <MoveTools name={`step ${number}`} isFirst={number === 1} isLast={isLast} onMove={move} onRemove={onRemove} />
        </div>
        {step.targets.length > 0 ? (
          <div className={classes.chips}>
            {step.targets.map((target) => (
              <TargetChip
                key={target.id}
                target={target}
                onRemove={() => set({ targets: step.targets.filter(({ id }) => id !== target.id) })}
              />
            ))}
          </div>
        ) : null}
        {step.targets
          .filter(({ problem }) => problem)
          .map(({ id, name, problem }) => (
            <p key={id} className={classes.problem}>
              {name || "Deleted"} cannot be paged now. {problem}
            </p>
          ))}
        <TargetSelect
          // A new field after each choice, because it only adds.
          key={step.targets.map(({ id }) => id).join()}
          aria-label={`Add to step ${number}`}
          placeholder="Add schedule, person, team or channel…"
          error={problem}
          disabled={step.targets.length >= 20}
          value={null}
          without={step.targets}
          onChange={(target) => target && set({ targets: [...step.targets, target] })}
        />
        <Input.Wrapper label="Only for" description={step.severities.length === 0 ? "All severities." : undefined}>
          <Chip.Group
            multiple
            value={step.severities}
            onChange={(chosen) => set({ severities: severities.filter((each) => chosen.includes(each)) })}
          >
            <Group gap={4} mt={4}>
              {severities.map((severity) => (
                <Chip key={severity} value={severity} size="xs">
                  {severity}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      </fieldset>
    </>
  );
}
