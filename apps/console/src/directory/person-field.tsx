import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { usePeople } from "./queries.ts";

interface PersonFieldProps extends Pick<AutocompleteProps, "label" | "description" | "error" | "withAsterisk"> {
  /** An email from the directory, or a typed name. */
  value: string;
  onChange: (value: string) => void;
}

/** A person who need not be a user. The field suggests emails from the directory. */
export function PersonField({ value, onChange, ...field }: PersonFieldProps) {
  const [q] = useDebouncedValue(value.trim(), 150);
  const people = usePeople(q).data?.items ?? [];
  const names = new Map(people.map(({ email, name }) => [email, name]));
  return (
    <Autocomplete
      {...field}
      size="sm"
      placeholder="Name or email"
      maxLength={254}
      value={value}
      onChange={onChange}
      data={[...names.keys()]}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className="truncate">
          {names.get(option.value)} <span className="dim">{option.value}</span>
        </span>
      )}
    />
  );
}
