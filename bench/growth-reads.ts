import type { Records } from "./growth-seed.ts";

const openWork = "status=triggered,open,acknowledged,investigating,reopened";
const openChanges = "status=pending_approval,approved,scheduled,implementing";
const openRequests = "status=submitted,pending_approval,approved,in_fulfillment";
const year = 365 * 24;

/** Every list and search, by its name in the table. */
export function readsAt(size: number, { incident, item, person, change }: Records): Record<string, string> {
  const deep = size * 0.9;
  const middle = size / 2;
  const reference = `INC-${String(size / 2).padStart(8, "0")}`;
  const reads: Record<string, Record<string, string>> = {
    incidents: {
      "": "",
      "limit=1": "limit=1",
      "limit=1000": "limit=1000",
      "open work": openWork,
      "status=triggered": "status=triggered",
      "status=closed": "status=closed",
      "severity=P1": "severity=P1",
      "severity=P3 (38 %)": "severity=P3",
      "open work, P1 and P2": `${openWork}&severity=P1,P2`,
      "open work by severity": `${openWork}&sort=severity`,
      "by -updated_at": "sort=-updated_at",
      "by severity": "sort=severity",
      "by -severity": "sort=-severity",
      "of an assignee": `assigned_to=${person}`,
      "open work, unassigned": `${openWork}&assigned_to=none`,
      "of me (none)": "assigned_to=me",
      "source=logs": "source=logs",
      "unknown source (none)": "source=nothing",
      "of an item": `ci_id=${item}`,
      "last 24 hours": "from=now-24h",
      "q: rare word": "q=tombstone",
      "q: common word (40 %)": "q=checkout",
      "q: two words": "q=checkout%20zone",
      "q: one letter": "q=c",
      "q: absent word": "q=xylophone",
      "q: rare word in open work": `q=tombstone&${openWork}`,
      "q: reference": `q=${reference}`,
      "q: beginning of a reference": `q=${reference.slice(0, -2)}`,
      "q: palette": "q=tombstone&sort=-updated_at&limit=6",
      "offset=9,900": "offset=9900",
      "offset=50 %": `offset=${middle}`,
      "offset=90 %": `offset=${deep}`,
      "closed, offset=50 %": `status=closed&offset=${middle}`,
    },
    "itsm/changes": {
      "": "",
      open: openChanges,
      "type=normal": "type=normal",
      "risk_level=critical (none)": "risk_level=critical",
      "of an assignee": `assigned_to=${person}`,
      "of me (none)": "assigned_to=me",
      requested_by: "requested_by=person1@example.com",
      "of an item (none)": `ci_id=${item}`,
      "q: rare word": "q=tombstone",
      "q: common word (40 %)": "q=upgrade",
      "offset=9,900": "offset=9900",
      "offset=90 %": `offset=${deep}`,
      "by -requested_start": "sort=-requested_start",
      "by requested_start": "sort=requested_start",
      "this month": `from=${daysFromNow(-10)}&to=${daysFromNow(10)}`,
      "a month a year ago": `from=now-${year + 720}h&to=now-${year}h`,
    },
    "itsm/requests": {
      "": "",
      "mine (1 %)": "requested_by=me",
      "assigned to me (none)": "assigned_to=me",
      open: openRequests,
      breached: "breached=true",
      "q: rare word": "q=tombstone",
      "q: common word (40 %)": "q=laptop",
      "offset=9,900": "offset=9900",
      "offset=90 %": `offset=${deep}`,
    },
    "admin/audit": {
      "": "",
      "by actor": "actor=person1@example.com",
      "by actor (none)": "actor=nobody@example.com",
      "by action": "action=changes.",
      "by target": "target_type=incident&target_id=id-77",
      "by target_id alone": "target_id=id-77",
      "last 24 hours": "from=now-24h",
      "offset=50 %": `offset=${middle}`,
    },
  };
  const lists = Object.entries(reads).flatMap(([path, queries]) =>
    Object.entries(queries).map(([name, query]) => [
      `${path.split("/").at(-1)} ${name || "list"}`,
      `/api/${path}?${query}`,
    ]),
  );
  return {
    "incident by id": `/api/incidents/${incident}`,
    "incident timeline": `/api/incidents/${incident}/timeline`,
    "conflicts of a change": `/api/itsm/changes/${change}/conflicts`,
    ...Object.fromEntries(lists),
  };
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 3_600_000).toISOString();
}
