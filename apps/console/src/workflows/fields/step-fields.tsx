import { Group, NumberInput, Stack, TextInput } from "@mantine/core";
import type { WorkflowStep } from "@opsplane/contract";
import { useEffect, useState } from "react";
import { DurationField } from "../../ui/duration-field.tsx";
import { renameStep, setConfig, setStep } from "../draft/edits.ts";
import { namesAt } from "../draft/names.ts";
import { messageAt } from "../draft/problems.ts";
import { stepTypeWords } from "../words.ts";
import { ApprovalFields } from "./approval-fields.tsx";
import { ConditionFields, DelayFields } from "./condition-fields.tsx";
import type { Editing } from "./editing.ts";
import { NotificationFields } from "./notification-fields.tsx";
import { RunbookFields } from "./runbook-fields.tsx";

interface StepFieldsProps extends Editing {
  step: WorkflowStep;
  /** Called after the id has changed, so that the step stays selected. */
  onRenamed: (id: string) => void;
}

/** All fields of a step, for canvas and list. */
export function StepFields({ draft, problems, change, step, onRenamed }: StepFieldsProps) {
  const path = `steps.${draft.steps.indexOf(step)}`;
  const topic = (field: string) => `${step.id}.${field}`;
  const set = (field: string, changes: Partial<WorkflowStep>) => change(setStep(draft, step.id, changes), topic(field));
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        placeholder={stepTypeWords[step.type]}
        maxLength={200}
        error={messageAt(problems, `${path}.name`)}
        value={step.name}
        onChange={(event) => set("name", { name: event.currentTarget.value })}
      />
      <ConfigFields
        step={step}
        names={namesAt(draft, step.id)}
        problemAt={(field) => messageAt(problems, `${path}.config.${field}`)}
        onChange={(changes) => change(setConfig(draft, step.id, changes), topic(Object.keys(changes).join()))}
      />
      <IdField
        step={step}
        taken={draft.steps.map(({ id }) => id)}
        error={messageAt(problems, `${path}.id`)}
        onRename={(to) => {
          change(renameStep(draft, step.id, to));
          onRenamed(to);
        }}
      />
      {step.type === "delay" || step.type === "condition" ? null : (
        <DurationField
          label="Timeout"
          placeholder="None"
          error={messageAt(problems, `${path}.timeout_seconds`)}
          seconds={step.timeout_seconds ?? null}
          onChange={(timeout_seconds) => set("timeout", { timeout_seconds })}
        />
      )}
      {step.type === "runbook" || step.type === "notification" ? <Retries step={step} onChange={set} /> : null}
    </Stack>
  );
}

function Retries({
  step,
  onChange,
}: {
  step: WorkflowStep;
  onChange: (field: string, changes: Partial<WorkflowStep>) => void;
}) {
  return (
    <Group gap="sm" grow align="flex-start">
      <NumberInput
        label="Retries"
        min={0}
        max={10}
        allowDecimal={false}
        value={step.retries ?? 0}
        onChange={(retries) => onChange("retries", { retries: Number(retries) || 0 })}
      />
      <NumberInput
        label="Wait before a retry"
        min={0}
        max={3600}
        allowDecimal={false}
        suffix=" s"
        value={step.retry_delay_seconds ?? 5}
        onChange={(seconds) => onChange("retry_delay", { retry_delay_seconds: Number(seconds) || 0 })}
      />
    </Group>
  );
}

export interface ConfigFieldsProps {
  step: WorkflowStep;
  /** The values that the step can use. */
  names: readonly string[];
  problemAt: (field: string) => string | undefined;
  /** A field that is undefined is removed. */
  onChange: (changes: WorkflowStep["config"]) => void;
}

function ConfigFields(props: ConfigFieldsProps) {
  switch (props.step.type) {
    case "runbook":
      return <RunbookFields {...props} />;
    case "approval":
      return <ApprovalFields {...props} />;
    case "condition":
      return <ConditionFields {...props} />;
    case "notification":
      return <NotificationFields {...props} />;
    case "delay":
      return <DelayFields {...props} />;
  }
}

interface IdFieldProps {
  step: WorkflowStep;
  taken: readonly string[];
  error: string | undefined;
  onRename: (id: string) => void;
}

/** The name of the step in expressions. It is applied when the field is left. */
function IdField({ step, taken, error, onRename }: IdFieldProps) {
  const [typed, setTyped] = useState(step.id);
  useEffect(() => setTyped(step.id), [step.id]);
  const isTaken = typed !== step.id && taken.includes(typed);
  const isGood = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/.test(typed);
  const wrong = isTaken ? "Another step has this ID." : isGood ? undefined : "Use letters, digits, _ or -.";
  return (
    <TextInput
      label="ID"
      description={`Other steps read its values as steps.${step.id}`}
      classNames={{ input: "mono" }}
      error={wrong ?? error}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.trim())}
      onBlur={() => (wrong ? setTyped(step.id) : typed !== step.id && onRename(typed))}
    />
  );
}
