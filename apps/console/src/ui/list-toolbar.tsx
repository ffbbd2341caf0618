import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FilterMenu } from "./filter-menu.tsx";
import classes from "./list-page.module.css";
import { SearchField } from "./search-field.tsx";

interface ListToolbarProps<Sort extends string> {
  /** What is listed: incidents, changes. */
  of: string;
  placeholder: string;
  filters: { q: string; sort: Sort };
  sorts: readonly { value: Sort; label: string }[];
  onChange: (changes: { q: string } | { sort: Sort }) => void;
  /** Absent while there is nothing to clear. */
  onClear: (() => void) | undefined;
  children: ReactNode;
}

/** Over a list: search, the filters it has, a way out of them, and its order. */
export function ListToolbar<Sort extends string>(props: ListToolbarProps<Sort>) {
  const { of, placeholder, filters, sorts, onChange, onClear, children } = props;
  return (
    <search className={classes.toolbar} aria-label={`Filter ${of}`}>
      <SearchField
        className={classes.search ?? ""}
        label={`Search ${of}`}
        placeholder={placeholder}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <div className={classes.filters}>
        {children}
        {onClear ? <ClearButton onClick={onClear} /> : null}
        <FilterMenu
          label="Sort"
          summary={sorts.find(({ value }) => value === filters.sort)?.label}
          options={sorts}
          chosen={[filters.sort]}
          onToggle={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  );
}

export function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      px={8}
      style={{ flex: "none" }}
      leftSection={<IconX size={13} />}
      onClick={onClick}
    >
      Clear
    </Button>
  );
}
