import { Switch } from "@mantine/core";
import { ApproverChoice } from "./approver-choice.tsx";
import { approverTypeIn, textIn } from "./config.ts";
import type { ConfigFieldsProps } from "./step-fields.tsx";
import { TemplateField } from "./text-fields.tsx";

export function ApprovalFields({ step, names, problemAt, onChange }: ConfigFieldsProps) {
  const { config } = step;
  return (
    <>
      <ApproverChoice
        type={approverTypeIn(config)}
        value={textIn(config, "approver_value")}
        problem={problemAt("approver_value") ?? problemAt("approver_type")}
        onChange={(approver_type, value) => onChange({ approver_type, approver_value: value || undefined })}
      />
      <TemplateField
        label="Instructions"
        description="Markdown. Shown to the approvers."
        error={problemAt("instructions")}
        names={names}
        value={textIn(config, "instructions")}
        onChange={(instructions) => onChange({ instructions: instructions || undefined })}
      />
      <Switch
        size="xs"
        label="Allow self-approval"
        description="The person who started the run can approve it"
        checked={config.allow_self_approval === true}
        onChange={(event) => onChange({ allow_self_approval: event.currentTarget.checked || undefined })}
      />
    </>
  );
}
