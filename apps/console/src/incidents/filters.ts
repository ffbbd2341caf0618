import {
  type IncidentStatus,
  type Input,
  incidentSorts,
  incidentStatuses,
  type operations,
  type Severity,
  severities,
} from "@opsplane/contract";
import { type Range, ranges } from "../time/ranges.ts";
import { wordsOf } from "../ui/words.ts";

export type IncidentSort = (typeof incidentSorts)[number];

/** The list's address: `?status=open,triggered&severity=P1&assignee=me&q=disk&range=24h&sort=-updated_at`. */
export interface IncidentSearch {
  status?: string | undefined;
  severity?: string | undefined;
  assignee?: string | undefined;
  q?: string | undefined;
  range?: string | undefined;
  sort?: string | undefined;
}

export interface Filters {
  /** Empty means every status. */
  status: IncidentStatus[];
  severity: Severity[];
  assignee: string | undefined;
  q: string;
  range: Range | undefined;
  sort: IncidentSort;
}

export const sorts: Record<IncidentSort, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-updated_at": "Last changed first",
  updated_at: "Longest untouched first",
  severity: "Most severe first",
  "-severity": "Least severe first",
};

/** What still needs somebody: the list's default. */
export const openWork: readonly IncidentStatus[] = incidentStatuses.filter(
  (status) => status !== "resolved" && status !== "closed",
);

export const views: readonly { name: string; search: IncidentSearch }[] = [
  { name: "Open work", search: {} },
  { name: "Mine", search: { assignee: "me" } },
  { name: "Unassigned", search: { assignee: "none" } },
  { name: "All", search: { status: "all" } },
];

export function readFilters(search: IncidentSearch): Filters {
  const status = wordsOf(incidentStatuses, search.status);
  const everyStatus = search.status === "all" || status.length === incidentStatuses.length;
  return {
    status: everyStatus ? [] : status.length > 0 ? status : [...openWork],
    severity: wordsOf(severities, search.severity),
    assignee: search.assignee,
    q: search.q ?? "",
    range: wordsOf(ranges, search.range)[0],
    sort: wordsOf(incidentSorts, search.sort)[0] ?? "-created_at",
  };
}

/** The shortest address that means these filters: defaults are left out. */
export function writeFilters(filters: Filters): IncidentSearch {
  return {
    status: sameWords(filters.status, openWork) ? undefined : filters.status.join(",") || "all",
    severity: filters.severity.join(",") || undefined,
    assignee: filters.assignee,
    q: filters.q || undefined,
    range: filters.range,
    sort: filters.sort === "-created_at" ? undefined : filters.sort,
  };
}

export function listQueryOf({
  status,
  severity,
  assignee,
  q,
  range,
  sort,
}: Filters): Input<typeof operations.incidents.list>["query"] {
  return {
    sort,
    ...(status.length > 0 ? { status } : {}),
    ...(severity.length > 0 ? { severity } : {}),
    ...(assignee ? { assigned_to: assignee } : {}),
    ...(q ? { q } : {}),
    ...(range ? { from: `now-${range}` } : {}),
  };
}

/** A view is chosen when nothing but its own filters is set; the order of the list does not matter. */
export function isView(filters: Filters, view: IncidentSearch): boolean {
  const { sort: _, ...rest } = writeFilters(filters);
  const set = Object.entries(rest).filter(([, value]) => value !== undefined);
  return set.length === Object.keys(view).length && set.every(([name, value]) => Reflect.get(view, name) === value);
}

function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word) => others.includes(word));
}
