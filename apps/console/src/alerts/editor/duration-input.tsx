import { Autocomplete, type AutocompleteProps } from "@mantine/core";

interface DurationInputProps
  extends Pick<AutocompleteProps, "label" | "description" | "error" | "placeholder" | "aria-label"> {
  value: string;
  /** Usual choices. */
  choices: readonly string[];
  onChange: (duration: string) => void;
}

/** A time span as the API writes it: `30s`, `5m`, `1h`. */
export function DurationInput({ value, choices, onChange, ...input }: DurationInputProps) {
  return (
    <Autocomplete
      {...input}
      maxLength={9}
      spellCheck={false}
      data={[...choices]}
      // A complete value still offers the others.
      filter={({ options }) => options}
      value={value}
      onChange={(typed) => onChange(typed.replaceAll(" ", ""))}
    />
  );
}
