import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FilterMenu } from "../filter-menu.tsx";
import classes from "../list-page.module.css";
import { SearchField } from "../search-field.tsx";
import type { FilterTable } from "./define-list.ts";
import type { OpenList } from "./use-list.ts";

interface ListToolbarProps<Row extends { id: string }, Filters extends FilterTable, Sort extends string> {
  list: OpenList<Row, Filters, Sort>;
  children?: ReactNode;
}

/** The toolbar of a list: search, filters, Clear and order. */
export function ListToolbar<Row extends { id: string }, Filters extends FilterTable, Sort extends string>({
  list: { list, filters, change },
  children,
}: ListToolbarProps<Row, Filters, Sort>) {
  const navigate = useNavigate();
  // The name is one of the list's own filters, which the type cannot follow through the loop.
  const set = (name: string, value: unknown) => change({ [name]: value } as Partial<typeof filters>);
  const inView = list.views?.some(({ search }) => list.isIn(filters, search)) ?? false;
  const orders = Object.entries<string>(list.sorts).map(([value, label]) => ({ value, label }));
  return (
    <search className={classes.toolbar} aria-label={`Filter ${list.noun}`}>
      <SearchField
        className={classes.search ?? ""}
        label={`Search ${list.noun}`}
        placeholder={`Search ${list.noun}…`}
        value={filters.q}
        onChange={(q) => set("q", q)}
      />
      <div className={classes.filters} data-sorts={orders.length > 1}>
        {children}
        {Object.entries(list.filters).map(([name, { Control }]) =>
          Control ? (
            <Control key={name} value={Reflect.get(filters, name)} onChange={(value) => set(name, value)} />
          ) : null,
        )}
        {list.isFiltered(filters) && !inView ? (
          <ClearButton onClick={() => void navigate(list.page(list.cleared(filters)))} />
        ) : null}
        {orders.length > 1 ? (
          <FilterMenu
            label="Sort"
            summary={list.sorts[filters.sort]}
            options={orders}
            chosen={[filters.sort]}
            onToggle={(sort) => set("sort", sort)}
          />
        ) : null}
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
