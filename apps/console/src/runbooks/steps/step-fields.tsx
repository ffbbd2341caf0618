import { NumberInput, TextInput } from "@mantine/core";
import type { RunbookStepType } from "@opsplane/contract";
import type { ComponentType } from "react";
import { CommandFields } from "./command-fields.tsx";
import { CommonFields } from "./common-fields.tsx";
import { HttpFields } from "./http-fields.tsx";
import { NotificationFields } from "./notification-fields.tsx";
import { ApprovalFields, Instructions } from "./person-fields.tsx";
import type { StepFieldsProps } from "./props.ts";
import { SignalFields } from "./signal-fields.tsx";

const fieldsOf: Record<RunbookStepType, ComponentType<StepFieldsProps>> = {
  command: CommandFields,
  http: HttpFields,
  notification: NotificationFields,
  approval: ApprovalFields,
  manual: Instructions,
  query: QueryFields,
  wait: WaitFields,
};

/** The fields of a step: its title, those of its type, and those that all steps have. */
export function StepFields(props: StepFieldsProps) {
  const { step, path, problems, set } = props;
  const Fields = fieldsOf[step.type];
  return (
    <>
      <TextInput
        label="Title"
        withAsterisk
        maxLength={200}
        error={problems.error(`${path}.title`)}
        value={step.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Fields {...props} />
      <CommonFields {...props} />
    </>
  );
}

function QueryFields({ step, path, problems, set }: StepFieldsProps) {
  if (!step.query) return null;
  return (
    <SignalFields query={step.query} path={`${path}.query`} problems={problems} onChange={(query) => set({ query })} />
  );
}

function WaitFields({ step, path, problems, set }: StepFieldsProps) {
  return (
    <NumberInput
      size="sm"
      maw={200}
      label="Seconds"
      withAsterisk
      min={1}
      max={2_592_000}
      allowDecimal={false}
      error={problems.error(`${path}.seconds`)}
      value={step.seconds ?? ""}
      onChange={(value) => set({ seconds: typeof value === "number" ? value : undefined })}
    />
  );
}
