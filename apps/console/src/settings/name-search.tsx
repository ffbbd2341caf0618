import { SearchField } from "../ui/search-field.tsx";

interface NameSearchProps {
  label: string;
  q: string;
  onSearch: (q: string) => void;
}

/** The search field of a list that has no other filter. */
export function NameSearch({ label, q, onSearch }: NameSearchProps) {
  return <SearchField label={label} placeholder="Name" value={q} onChange={onSearch} w={{ base: "100%", xs: 240 }} />;
}
