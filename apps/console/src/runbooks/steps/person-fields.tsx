import { Select, SimpleGrid, Switch } from "@mantine/core";
import { approverTypes } from "@opsplane/contract";
import { ApproverField, approverTypeWords } from "../../approvals/index.ts";
import { MarkdownField } from "../../ui/markdown-field.tsx";
import { optionsOf } from "../../ui/words.ts";
import type { StepFieldsProps } from "./props.ts";

export function ApprovalFields(props: StepFieldsProps) {
  const { step, path, problems, set } = props;
  const type = step.approver_type ?? "any";
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Decided by"
          allowDeselect={false}
          data={optionsOf(approverTypes, approverTypeWords)}
          value={type}
          onChange={(chosen) => {
            const next = approverTypes.find((each) => each === chosen);
            if (next && next !== type) set({ approver_type: next, approver_value: undefined });
          }}
        />
        <ApproverField
          step={{ key: 0, name: "", type, value: step.approver_value ?? "", label: "", required: true }}
          problem={problems.error(`${path}.approver_value`)}
          onChange={({ value }) => set({ approver_value: value || undefined })}
        />
      </SimpleGrid>
      <Instructions {...props} />
      <Switch
        size="xs"
        label="Allow self-approval"
        description="The person who started the execution can approve it"
        checked={step.allow_self_approval ?? false}
        onChange={(event) => set({ allow_self_approval: event.currentTarget.checked || undefined })}
      />
    </>
  );
}

export function Instructions({ step, path, problems, set }: StepFieldsProps) {
  return (
    <>
      <MarkdownField
        label="Instructions"
        description="Shown to the person who decides"
        maxLength={20_000}
        value={step.instructions ?? ""}
        onChange={(instructions) => set({ instructions })}
      />
      <FieldError message={problems.error(`${path}.instructions`)} />
    </>
  );
}

function FieldError({ message }: { message: string | undefined }) {
  return message ? <span style={{ color: "var(--op-red)", fontSize: 12 }}>{message}</span> : null;
}
