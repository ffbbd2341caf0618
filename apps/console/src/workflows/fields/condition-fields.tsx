import { DurationField } from "../../ui/duration-field.tsx";
import { numberIn, textIn } from "./config.ts";
import type { ConfigFieldsProps } from "./step-fields.tsx";
import { ExpressionField } from "./text-fields.tsx";

export function ConditionFields({ step, names, problemAt, onChange }: ConfigFieldsProps) {
  return (
    <ExpressionField
      label="Expression"
      required
      rows={2}
      placeholder='input.severity == "P1"'
      error={problemAt("expression")}
      names={names}
      value={textIn(step.config, "expression")}
      onChange={(expression) => onChange({ expression })}
    />
  );
}

export function DelayFields({ step, problemAt, onChange }: ConfigFieldsProps) {
  return (
    <DurationField
      label="Wait for"
      error={problemAt("seconds")}
      seconds={numberIn(step.config, "seconds")}
      onChange={(seconds) => onChange({ seconds })}
    />
  );
}
