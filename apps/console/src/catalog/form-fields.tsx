import { Stack } from "@mantine/core";
import type { Form } from "@opsplane/contract";
import { FieldInput } from "./field-input.tsx";
import type { FormInputs } from "./form-inputs.ts";

interface FormFieldsProps {
  form: Form;
  inputs: FormInputs;
  problems: Record<string, string>;
  onChange: (inputs: FormInputs) => void;
}

/** The fields that a catalog item's JSON Schema describes. */
export function FormFields({ form, inputs, problems, onChange }: FormFieldsProps) {
  const fields = Object.entries(form.properties ?? {});
  if (fields.length === 0) return <span className="dim">Nothing more needs to be said: just send it.</span>;
  return (
    <Stack gap="md">
      {fields.map(([key, field]) => (
        <FieldInput
          key={key}
          field={field}
          shared={{
            label: field.title || key,
            ...(field.description ? { description: field.description } : {}),
            withAsterisk: form.required?.includes(key) === true,
            ...(problems[key] ? { error: problems[key] } : {}),
          }}
          value={inputs[key]}
          onChange={(value) => onChange({ ...inputs, [key]: value })}
        />
      ))}
    </Stack>
  );
}
