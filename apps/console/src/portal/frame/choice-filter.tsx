import { FilterMenu } from "../../ui/filter-menu.tsx";
import { optionsOf } from "../../ui/words.ts";

interface ChoiceFilterProps<T extends string> {
  label: string;
  known: readonly T[];
  words: Record<T, string>;
  chosen: T | undefined;
  onChange: (value: T | undefined) => void;
}

/** A filter of a list with one choice or none. */
export function ChoiceFilter<T extends string>({ label, known, words, chosen, onChange }: ChoiceFilterProps<T>) {
  return (
    <FilterMenu
      label={label}
      summary={chosen === undefined ? undefined : words[chosen]}
      options={optionsOf(known, words)}
      chosen={chosen === undefined ? [] : [chosen]}
      onToggle={onChange}
      onClear={chosen === undefined ? undefined : () => onChange(undefined)}
    />
  );
}

/** The known value that an address names. */
export function knownIn<T extends string>(known: readonly T[], written: string | undefined): T | undefined {
  return known.find((value) => value === written);
}
