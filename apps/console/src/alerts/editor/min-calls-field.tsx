import { NumberInput } from "@mantine/core";

interface MinCallsFieldProps {
  label: string;
  description: string;
  value: number | "";
  onChange(value: number | ""): void;
}

/** How many calls or events a window needs. */
export function MinCallsField({ onChange, ...field }: MinCallsFieldProps) {
  return (
    <NumberInput
      {...field}
      placeholder="1"
      min={1}
      max={1_000_000}
      allowDecimal={false}
      onChange={(entered) => onChange(entered === "" ? "" : Number(entered))}
    />
  );
}
