import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApi } from "../../api/api.tsx";
import type { FilterTable, FilterValues, List } from "./define-list.ts";
import { type ListWindow, pageSize, useListWindow } from "./window.ts";

export interface OpenList<Row extends { id: string }, Filters extends FilterTable, Sort extends string> {
  list: List<Row, Filters, Sort>;
  filters: FilterValues<Filters, Sort>;
  change: (changes: Partial<FilterValues<Filters, Sort>>) => void;
  rows: ListWindow<Row>;
}

/** A list as the address asks for it. */
export function useList<Row extends { id: string }, Filters extends FilterTable, Sort extends string>(
  list: List<Row, Filters, Sort>,
): OpenList<Row, Filters, Sort> {
  const api = useApi();
  const navigate = useNavigate();
  // Any page of the console can hold a list, so the search is that of no route in particular.
  const search: object = useSearch({ strict: false });
  const filters = useMemo(() => list.read(search), [list, search]);
  const rows = useListWindow(JSON.stringify([list.key, filters]), (index) => ({
    queryKey: [list.key, "page", filters, index],
    queryFn: ({ signal }) =>
      list.load(api, { ...list.ask(filters), limit: pageSize, offset: index * pageSize }, { signal }),
  }));
  return {
    list,
    filters,
    rows,
    // Each typed letter replaces the entry of the history, so that Back leaves the list.
    change: (changes) =>
      void navigate({ ...list.page(list.write({ ...filters, ...changes })), replace: "q" in changes }),
  };
}
