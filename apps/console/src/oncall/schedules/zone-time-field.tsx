import { TextInput, type TextInputProps } from "@mantine/core";
import type { WallTime } from "../../time/zone.ts";

interface ZoneTimeFieldProps extends Pick<TextInputProps, "label" | "error" | "withAsterisk"> {
  timezone: string;
  /** A local time of the timezone, or empty. */
  value: WallTime;
  onChange: (wall: WallTime) => void;
  description?: string;
}

/** A date and time on the clocks of a timezone, which the field names. */
export function ZoneTimeField({ timezone, value, onChange, description, ...input }: ZoneTimeFieldProps) {
  return (
    <TextInput
      {...input}
      type="datetime-local"
      description={description ?? timezone}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.slice(0, 16))}
    />
  );
}
