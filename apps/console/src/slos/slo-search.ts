import { type SloState, sloStates } from "@opsplane/contract";
import { wordsOf } from "../ui/words.ts";
import type { SloQuery } from "./queries.ts";

/** The search part of `/slos`: `?state=breached,at_risk&service=shop&team=…&q=checkout&sort=budget`. */
export interface SloSearch {
  state?: string | undefined;
  service?: string | undefined;
  team?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

export const sloSorts = ["budget", "name"] as const;
export type SloSort = (typeof sloSorts)[number];

export function sortOf({ sort }: SloSearch): SloSort {
  return sloSorts.find((each) => each === sort) ?? "budget";
}

export function statesIn({ state }: SloSearch): SloState[] {
  return wordsOf(sloStates, state);
}

export function askOf(search: SloSearch): SloQuery {
  const { service, team, q } = search;
  const state = statesIn(search);
  return {
    sort: sortOf(search),
    ...(state.length > 0 ? { state } : {}),
    ...(service ? { service: [service] } : {}),
    ...(team ? { group_id: team } : {}),
    ...(q ? { q } : {}),
  };
}

/** Whether anything narrows the list. */
export function isFiltered({ state, service, team, q }: SloSearch): boolean {
  return [state, service, team, q].some(Boolean);
}
