import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import type { Api } from "../../api/api.tsx";
import type { Filter } from "./filter.tsx";
import type { Page } from "./window.ts";

// Each filter has its own types; `any` lets one table hold them all, and the types below read them back.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyFilter = Filter<any, any>;
export type FilterTable = Readonly<Record<string, AnyFilter>>;

type ValuesOf<Filters extends FilterTable> = {
  [Name in keyof Filters]: Filters[Name] extends Filter<infer Value, object> ? Value : never;
};
export type FilterValues<Filters extends FilterTable, Sort> = ValuesOf<Filters> & { q: string; sort: Sort };
/** The search part of the address: one plain text for each filter. */
type ListSearch<Filters extends FilterTable> = {
  [Name in (keyof Filters & string) | "q" | "sort"]?: string | undefined;
};
type AskOf<Filters extends FilterTable> = {
  [Name in keyof Filters]: Filters[Name] extends Filter<never, infer Query> ? Query : never;
}[keyof Filters];
type Merged<Union> = (Union extends unknown ? (part: Partial<Union>) => void : never) extends (part: infer All) => void
  ? All
  : never;

export type ListLink = Pick<LinkProps, "to" | "params" | "search">;

export interface Column<Row, Sort extends string> {
  heading: string;
  /** A track of the grid, such as `112px`. */
  width: string;
  /** Hidden when the table is narrow. */
  wide?: boolean;
  /** The order of the first press on the heading, then that of the second. */
  orders?: readonly [Sort, Sort?];
  /** The position of the cell on a phone: before the title, under it, at the end of that line, or hidden. */
  phone?: "lead" | "line" | "end" | "hidden";
  look?: "reference" | "dim" | "time";
  cell: (row: Row) => ReactNode;
}

/** The column that holds the row's link and takes the space that the others leave. */
export interface TitleColumn<Row, Sort extends string> extends Pick<Column<Row, Sort>, "heading" | "orders"> {
  text: (row: Row) => string;
  before?: (row: Row) => ReactNode;
  after?: (row: Row) => ReactNode;
  /** The space that the cells before the title take on a phone. */
  lead?: string;
}

export interface ListDefinition<Row extends { id: string }, Filters extends FilterTable, Sort extends string> {
  /** The root of its query keys. */
  key: string;
  /** The plural noun of the records: `incidents`. */
  noun: string;
  load: (
    api: Api,
    query: Merged<AskOf<Filters>> & { q?: string; sort: Sort; limit: number; offset: number },
    call: { signal: AbortSignal },
  ) => Promise<Page<Row>>;
  filters: Filters;
  /** The words of each order; the first is the initial one. */
  sorts: Readonly<Record<Sort, string>>;
  /** The page of the list with this search. */
  page: (search: ListSearch<Filters>) => ListLink;
  /** The page of one record. */
  link: (row: Row) => ListLink;
  columns: readonly (Column<Row, NoInfer<Sort>> | TitleColumn<Row, NoInfer<Sort>>)[];
  /** Links above the list, each with its own filters. */
  views?: readonly { name: string; search: ListSearch<Filters> }[];
  /** Shown when there are no rows and no filter is set. */
  Empty: ComponentType<{ filters: FilterValues<Filters, Sort> }>;
  /** The hint when no row matches the filters. */
  hint?: (filters: FilterValues<Filters, Sort>) => string;
  selection?: {
    /** The accessible name of a row's checkbox. */
    label: (row: Row) => string;
    /** Acts on the selection. It is always rendered, so that it can offer keys for the row at the cursor. */
    Bar: ComponentType<{ selected: ReadonlySet<string>; current: Row | undefined; onDone: () => void }>;
  };
}

export interface List<Row extends { id: string }, Filters extends FilterTable, Sort extends string>
  extends ListDefinition<Row, Filters, Sort> {
  read: (search: ListSearch<Filters>) => FilterValues<Filters, Sort>;
  /** The search of these filters without initial values. */
  write: (values: FilterValues<Filters, Sort>) => ListSearch<Filters>;
  /** The query parameters for the server, without paging. */
  ask: (values: FilterValues<Filters, Sort>) => Merged<AskOf<Filters>> & { q?: string; sort: Sort };
  /** The search without filters, in the same view and order. */
  cleared: (values: FilterValues<Filters, Sort>) => ListSearch<Filters>;
  isFiltered: (values: FilterValues<Filters, Sort>) => boolean;
  /** True when exactly the filters of this view are set, in any sort order. */
  isIn: (values: FilterValues<Filters, Sort>, view: ListSearch<Filters>) => boolean;
}

/** The filters of a list as its pages read them. */
export type FilterValuesOf<L> =
  L extends List<infer _Row, infer Filters, infer Sort> ? FilterValues<Filters, Sort> : never;

/** One definition of a list gives its filters in the address, toolbar, table, faces and keys. */
export function defineList<Row extends { id: string }, Filters extends FilterTable, Sort extends string>(
  definition: ListDefinition<Row, Filters, Sort>,
): List<Row, Filters, Sort> {
  type Values = FilterValues<Filters, Sort>;
  type Search = ListSearch<Filters>;
  const names: (keyof Filters & string)[] = Object.keys(definition.filters);
  const orders = Object.keys(definition.sorts);
  const filterOf = (name: keyof Filters): AnyFilter | undefined => definition.filters[name];

  const read = (search: Search): Values => {
    const values = names.map((name) => [name, filterOf(name)?.read(search[name])]);
    const sort = orders.find((order) => order === search.sort) ?? orders[0];
    // The entries are built from the same table that the type is read from.
    return { ...Object.fromEntries(values), q: search.q ?? "", sort } as Values;
  };
  const write = (values: Values): Search => {
    const written = names.map((name) => [name, filterOf(name)?.write(values[name])]);
    const sort = values.sort === orders[0] ? undefined : values.sort;
    // As above.
    return { ...Object.fromEntries(written), q: values.q || undefined, sort } as Search;
  };
  const ask: List<Row, Filters, Sort>["ask"] = (values) =>
    Object.assign(
      { sort: values.sort, ...(values.q ? { q: values.q } : {}) },
      ...names.map((name) => filterOf(name)?.ask(values[name])),
    );
  const setNames = (search: Search) =>
    Object.keys(search).filter((name) => name !== "sort" && Reflect.get(search, name) !== undefined);

  return {
    ...definition,
    read,
    write,
    ask,
    cleared: (values) => {
      const written = write(values);
      const kept = names.filter((name) => filterOf(name)?.isView).map((name) => [name, written[name]]);
      // The entries are parts of a search.
      return { ...Object.fromEntries(kept), sort: written.sort } as Search;
    },
    isFiltered: (values) => setNames(write(values)).some((name) => !filterOf(name)?.isView),
    isIn: (values, view) => {
      const written = write(values);
      const set = setNames(written);
      return (
        set.length === Object.keys(view).length &&
        set.every((name) => Reflect.get(written, name) === Reflect.get(view, name))
      );
    },
  };
}
