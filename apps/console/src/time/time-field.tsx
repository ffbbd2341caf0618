import { TextInput, type TextInputProps } from "@mantine/core";
import { fromField, toField } from "./field.ts";
import { useClock } from "./time.tsx";

interface TimeFieldProps
  extends Pick<
    TextInputProps,
    "label" | "description" | "error" | "withAsterisk" | "disabled" | "size" | "onBlur" | "id"
  > {
  /** ISO 8601 in UTC, or empty. */
  value: string;
  onChange: (iso: string) => void;
  min?: string | undefined;
}

/** A date and time in the time zone of the console, UTC or local. Its value is always UTC. */
export function TimeField({ value, onChange, min, ...input }: TimeFieldProps) {
  const { mode } = useClock();
  return (
    <TextInput
      {...input}
      type="datetime-local"
      value={toField(value, mode)}
      {...(min ? { min: toField(min, mode) } : {})}
      onChange={(event) => onChange(fromField(event.currentTarget.value, mode) ?? "")}
      {...(mode === "utc" ? { rightSection: <span className="dim">UTC</span> } : {})}
      rightSectionPointerEvents="none"
    />
  );
}
