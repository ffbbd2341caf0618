import { type Criticality, criticalities, type Input, itemSorts, type operations } from "@opsplane/contract";

export type ItemSort = (typeof itemSorts)[number];

/** The list's address: `?class=server,database&environment=production&tag=pci&owner=me&q=disk&sort=-updated_at`. */
export interface ItemSearch {
  class?: string | undefined;
  environment?: string | undefined;
  criticality?: string | undefined;
  tag?: string | undefined;
  owner?: string | undefined;
  attribute?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

export interface Filters {
  class: string[];
  environment: string[];
  criticality: Criticality[];
  /** Items with all of these. */
  tag: string[];
  /** `me`, `none`, or the id of a user or group. */
  owner: string | undefined;
  attribute: string | undefined;
  q: string;
  sort: ItemSort;
}

export const sorts: Record<ItemSort, string> = {
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  criticality: "Most critical first",
  "-updated_at": "Last changed first",
  updated_at: "Longest untouched first",
  "-created_at": "Newest first",
  created_at: "Oldest first",
};

export const noFilters: Omit<Filters, "sort"> = {
  class: [],
  environment: [],
  criticality: [],
  tag: [],
  owner: undefined,
  attribute: undefined,
  q: "",
};

const wantedOwner = /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export function readFilters(search: ItemSearch): Filters {
  return {
    class: wordsIn(search.class),
    environment: wordsIn(search.environment),
    criticality: criticalities.filter((word) => wordsIn(search.criticality).includes(word)),
    tag: wordsIn(search.tag),
    owner: search.owner && wantedOwner.test(search.owner) ? search.owner : undefined,
    attribute: search.attribute,
    q: search.q ?? "",
    sort: itemSorts.find((sort) => sort === search.sort) ?? "name",
  };
}

/** The shortest address that means these filters: defaults are left out. */
export function writeFilters(filters: Filters): ItemSearch {
  return {
    class: filters.class.join(",") || undefined,
    environment: filters.environment.join(",") || undefined,
    criticality: filters.criticality.join(",") || undefined,
    tag: filters.tag.join(",") || undefined,
    owner: filters.owner,
    attribute: filters.attribute,
    q: filters.q || undefined,
    sort: filters.sort === "name" ? undefined : filters.sort,
  };
}

/** What list and facets are both asked with. */
export function filterQueryOf(filters: Filters): Input<typeof operations.cmdb.facets>["query"] {
  return {
    ...(filters.class.length > 0 ? { class: filters.class } : {}),
    ...(filters.environment.length > 0 ? { environment: filters.environment } : {}),
    ...(filters.criticality.length > 0 ? { criticality: filters.criticality } : {}),
    ...(filters.tag.length > 0 ? { tag: filters.tag } : {}),
    ...(filters.owner ? { owner: filters.owner } : {}),
    ...(filters.attribute ? { attribute: filters.attribute } : {}),
    ...(filters.q ? { q: filters.q } : {}),
  };
}

export function isFiltered(filters: Filters): boolean {
  return Object.keys(filterQueryOf(filters)).length > 0;
}

export function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

function wordsIn(written: string | undefined): string[] {
  return [...new Set(written?.split(",").filter(Boolean))];
}
