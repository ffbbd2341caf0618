import { severities } from "@opsplane/contract";
import { ranges } from "../../time/ranges.ts";
import { wordsOf } from "../../ui/words.ts";
import { type AlertQuery, openStatuses } from "../queries.ts";

/** The search part of `/alerts`: `?view=history&severity=P1,P2&policy=…&label=host=web-1&q=disk&range=24h&alert=…`. */
export interface AlertSearch {
  view?: string | undefined;
  severity?: string | undefined;
  policy?: string | undefined;
  label?: string | undefined;
  q?: string | undefined;
  range?: string | undefined;
  /** The alert that is open beside the list. */
  alert?: string | undefined;
}

export const alertTabs = ["firing", "silenced", "history"] as const;
export type AlertTab = (typeof alertTabs)[number];

export function tabOf({ view }: AlertSearch): AlertTab {
  return alertTabs.find((tab) => tab === view) ?? "firing";
}

const asks: Record<AlertTab, AlertQuery> = {
  firing: { status: openStatuses, muted: false },
  silenced: { status: openStatuses, muted: true },
  history: { status: ["resolved"] },
};

export function labelsIn({ label }: AlertSearch): string[] {
  return [...new Set(label?.split(",").filter((each) => each.indexOf("=") > 0))];
}

export function askOf(search: AlertSearch): AlertQuery {
  const { policy, q } = search;
  const tab = tabOf(search);
  const severity = wordsOf(severities, search.severity);
  const label = labelsIn(search);
  const [range] = wordsOf(ranges, search.range);
  return {
    ...asks[tab],
    ...(severity.length > 0 ? { severity } : {}),
    ...(policy ? { policy_id: policy } : {}),
    ...(label.length > 0 ? { label } : {}),
    ...(q ? { q } : {}),
    ...(range && tab === "history" ? { from: `now-${range}` } : {}),
  };
}

/** Whether anything but the tab narrows the list. */
export function isFiltered({ severity, policy, label, q, range }: AlertSearch): boolean {
  return [severity, policy, label, q, range].some(Boolean);
}

interface Ranked {
  status: string;
  severity: string;
}

/** Of open alerts the firing ones come first, then the most severe; within these the order stays. */
export function byUrgency<T extends Ranked>(alerts: readonly T[]): T[] {
  const rank = ({ status, severity }: T) => `${status === "firing" ? 0 : 1}${severity}`;
  return alerts.toSorted((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}
