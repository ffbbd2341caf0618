import {
  type ChangeStatus,
  type ChangeType,
  changeSorts,
  changeStatuses,
  changeTypes,
  type Input,
  type operations,
  riskLevels,
} from "@opsplane/contract";
import type { Risk } from "../records/change-badges.tsx";
import { wordsOf } from "../ui/words.ts";

export type ChangeSort = (typeof changeSorts)[number];

/** The list's address: `?status=approved,scheduled&type=normal&risk=high&assignee=me&q=dns&sort=requested_start`. */
export interface ChangeSearch {
  view?: string | undefined;
  status?: string | undefined;
  type?: string | undefined;
  risk?: string | undefined;
  assignee?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  at?: string | undefined;
}

export interface ChangeFilters {
  /** Empty means every status. */
  status: ChangeStatus[];
  type: ChangeType[];
  risk: Risk[];
  assignee: string | undefined;
  q: string;
  sort: ChangeSort;
}

export const sorts: Record<ChangeSort, string> = {
  "-created_at": "Newest first",
  created_at: "Oldest first",
  "-updated_at": "Last changed first",
  updated_at: "Longest untouched first",
  requested_start: "Earliest window first",
  "-requested_start": "Latest window first",
};

export function readFilters(search: ChangeSearch): ChangeFilters {
  const status = wordsOf(changeStatuses, search.status);
  return {
    status: status.length === changeStatuses.length ? [] : status,
    type: wordsOf(changeTypes, search.type),
    risk: wordsOf(riskLevels, search.risk),
    assignee: search.assignee,
    q: search.q ?? "",
    sort: wordsOf(changeSorts, search.sort)[0] ?? "-created_at",
  };
}

/** The shortest address that means these filters: defaults are left out. */
export function writeFilters({ status, type, risk, assignee, q, sort }: ChangeFilters): ChangeSearch {
  return {
    status: status.join(",") || undefined,
    type: type.join(",") || undefined,
    risk: risk.join(",") || undefined,
    assignee,
    q: q || undefined,
    sort: sort === "-created_at" ? undefined : sort,
  };
}

export function isPlain(filters: ChangeFilters): boolean {
  const { sort: _, ...rest } = writeFilters(filters);
  return Object.values(rest).every((value) => value === undefined);
}

export function listQueryOf(filters: ChangeFilters): Input<typeof operations.changes.list>["query"] {
  const { status, type, risk, assignee, q, sort } = filters;
  return {
    sort,
    ...(status.length > 0 ? { status } : {}),
    ...(type.length > 0 ? { type } : {}),
    ...(risk.length > 0 ? { risk_level: risk } : {}),
    ...(assignee ? { assigned_to: assignee } : {}),
    ...(q ? { q } : {}),
  };
}
