import { Stack } from "@mantine/core";
import type { Form } from "@opsplane/contract";
import { FieldInput } from "./field-input.tsx";
import type { FormInputs } from "./inputs.ts";

interface SchemaFieldsProps {
  form: Form;
  inputs: FormInputs;
  problems: Record<string, string>;
  onChange: (inputs: FormInputs) => void;
}

/** The fields of a JSON Schema form, such as that of a catalog item. */
export function SchemaFields({ form, inputs, problems, onChange }: SchemaFieldsProps) {
  const fields = Object.entries(form.properties ?? {});
  if (fields.length === 0) return <span className="dim">No additional information needed.</span>;
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
