import { Checkbox, NumberInput, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import type { Parameter } from "@opsplane/contract";
import type { ParameterInputs } from "./inputs.ts";

interface ParameterFieldsProps {
  parameters: readonly Parameter[];
  values: ParameterInputs;
  problems: Readonly<Record<string, string>>;
  onChange: (values: ParameterInputs) => void;
}

/** The parameters of a runbook as a typed form. */
export function ParameterFields({ parameters, values, problems, onChange }: ParameterFieldsProps) {
  if (parameters.length === 0) return null;
  return (
    <Stack gap="sm">
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          problem={problems[parameter.name]}
          value={values[parameter.name]}
          onChange={(value) => onChange({ ...values, [parameter.name]: value })}
        />
      ))}
    </Stack>
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  problem: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

function ParameterField({ parameter, problem, value, onChange }: ParameterFieldProps) {
  const { name, type, label, description, required, choices, secret_id } = parameter;
  const shared = {
    label: label || name,
    ...(description ? { description } : {}),
    ...(problem ? { error: problem } : {}),
  };
  const withAsterisk = required === true && !(type === "secret" && secret_id);
  const text = typeof value === "string" ? value : "";
  switch (type) {
    case "boolean":
      return (
        <Checkbox {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case "number":
    case "integer":
      return (
        <NumberInput
          {...shared}
          size="sm"
          withAsterisk={withAsterisk}
          allowDecimal={type === "number"}
          clampBehavior="none"
          value={typeof value === "number" ? value : ""}
          onChange={(next) => onChange(next === "" ? undefined : Number(next))}
        />
      );
    case "choice":
      return (
        <Select
          {...shared}
          withAsterisk={withAsterisk}
          placeholder="Choose"
          clearable={!required}
          clearButtonProps={{ "aria-label": "Clear" }}
          data={choices ?? []}
          value={text || null}
          onChange={(word) => onChange(word ?? undefined)}
        />
      );
    case "secret":
      return (
        <PasswordInput
          {...shared}
          withAsterisk={withAsterisk}
          autoComplete="new-password"
          {...(secret_id ? { placeholder: "The stored secret is used" } : {})}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          withAsterisk={withAsterisk}
          maxLength={10_000}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
