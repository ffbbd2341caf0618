import { Select } from "@mantine/core";
import { type ApproverType, approverTypes } from "@opsplane/contract";
import { ApproverField, approverTypeWords } from "../../approvals/index.ts";
import { optionsOf } from "../../ui/words.ts";

interface ApproverChoiceProps {
  type: ApproverType;
  value: string;
  problem: string | undefined;
  onChange: (type: ApproverType, value: string) => void;
}

/** Chooses who decides: a person, a group, a role or anyone. */
export function ApproverChoice({ type, value, problem, onChange }: ApproverChoiceProps) {
  return (
    <>
      <Select
        label="Decided by"
        allowDeselect={false}
        data={optionsOf(approverTypes, approverTypeWords)}
        value={type}
        onChange={(chosen) => {
          const next = approverTypes.find((each) => each === chosen);
          if (next && next !== type) onChange(next, "");
        }}
      />
      {type === "any" ? null : <NamedApprover type={type} value={value} problem={problem} onChange={onChange} />}
    </>
  );
}

/** A person, group or role by name. */
export function NamedApprover({ type, value, problem, onChange }: ApproverChoiceProps) {
  return (
    <ApproverField
      // The name is shown as soon as the directory has loaded.
      step={{ key: 0, name: "", type, value, label: value.slice(0, 8), required: true }}
      problem={problem}
      onChange={(step) => onChange(type, step.value)}
    />
  );
}
