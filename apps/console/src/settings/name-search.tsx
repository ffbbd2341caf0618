import { SearchField } from "../ui/search-field.tsx";

interface NameSearchProps {
  label: string;
  q: string;
  onSearch: (q: string) => void;
}

/** The one filter of a list whose records are found by their names. */
export function NameSearch({ label, q, onSearch }: NameSearchProps) {
  return <SearchField label={label} placeholder="Name" value={q} onChange={onSearch} w={{ base: "100%", xs: 240 }} />;
}
