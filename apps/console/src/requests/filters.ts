import { type Input, type operations, type RequestStatus, requestSorts, requestStatuses } from "@opsplane/contract";
import { wordsOf } from "../ui/words.ts";

export type RequestSort = (typeof requestSorts)[number];
export const scopes = { mine: "Mine", assigned: "Assigned to me", all: "All" } as const;
export type Scope = keyof typeof scopes;

/** The list's address: `?scope=assigned&status=approved&q=laptop&sort=target_at`. */
export interface RequestSearch {
  scope?: string | undefined;
  status?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

export interface RequestFilters {
  scope: Scope;
  /** Empty means every status. */
  status: RequestStatus[];
  q: string;
  sort: RequestSort;
}

export const sorts: Record<RequestSort, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-updated_at": "Last changed first",
  updated_at: "Longest untouched first",
  target_at: "Due first",
};

export function readFilters(search: RequestSearch): RequestFilters {
  const status = wordsOf(requestStatuses, search.status);
  return {
    scope: wordsOf<Scope>(["mine", "assigned", "all"], search.scope)[0] ?? "mine",
    status: status.length === requestStatuses.length ? [] : status,
    q: search.q ?? "",
    sort: wordsOf(requestSorts, search.sort)[0] ?? "-created_at",
  };
}

/** The shortest address that means these filters: defaults are left out. */
export function writeFilters({ scope, status, q, sort }: RequestFilters): RequestSearch {
  return {
    scope: scope === "mine" ? undefined : scope,
    status: status.join(",") || undefined,
    q: q || undefined,
    sort: sort === "-created_at" ? undefined : sort,
  };
}

export function isPlain({ status, q }: RequestFilters): boolean {
  return status.length === 0 && q === "";
}

const scopeQueries: Record<Scope, Input<typeof operations.requests.list>["query"]> = {
  mine: { requested_by: "me" },
  assigned: { assigned_to: "me" },
  all: {},
};

export function listQueryOf({
  scope,
  status,
  q,
  sort,
}: RequestFilters): Input<typeof operations.requests.list>["query"] {
  return { ...scopeQueries[scope], sort, ...(status.length > 0 ? { status } : {}), ...(q ? { q } : {}) };
}
