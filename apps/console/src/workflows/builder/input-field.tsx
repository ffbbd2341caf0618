import { Checkbox, NumberInput, Select, TextInput } from "@mantine/core";
import type { Parameter } from "@opsplane/contract";

interface InputFieldProps {
  input: Parameter;
  error: string | undefined;
  value: unknown;
  /** Undefined takes the default. */
  onChange: (value: unknown) => void;
}

/** The control for one input of a workflow. */
export function InputField({ input, error, value, onChange }: InputFieldProps) {
  const { name, type, label, description, default: initial } = input;
  const shared = {
    label: label || name,
    ...(description ? { description } : {}),
    error: error ? `${capitalized(error)}.` : undefined,
    withAsterisk: input.required === true && (initial === undefined || initial === null),
  };
  const placeholder = initial === undefined || initial === null ? "" : String(initial);
  if (type === "boolean") {
    const { withAsterisk: _, ...plain } = shared;
    return (
      <Checkbox
        {...plain}
        checked={typeof value === "boolean" ? value : initial === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (type === "number" || type === "integer")
    return (
      <NumberInput
        {...shared}
        placeholder={placeholder}
        allowDecimal={type === "number"}
        value={typeof value === "number" ? value : ""}
        onChange={(next) => onChange(next === "" ? undefined : Number(next))}
      />
    );
  if (type === "choice")
    return (
      <Select
        {...shared}
        placeholder={placeholder || "Choose"}
        data={input.choices ?? []}
        value={typeof value === "string" ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <TextInput
      {...shared}
      placeholder={placeholder}
      maxLength={10_000}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, "");
}
