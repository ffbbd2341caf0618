import { type Incident, incidentStatuses, severities, unansweredKinds } from "@opsplane/contract";
import { linkOptions } from "@tanstack/react-router";
import { AssigneeFilter, AssigneeName } from "../directory/assignee-filter.tsx";
import { incidentLooks, StatusText } from "../records/incident-status.tsx";
import { SeverityBadge, severityWords } from "../records/severity-badge.tsx";
import { UnansweredMark } from "../records/unanswered-mark.tsx";
import { ranges, rangeWords } from "../time/ranges.ts";
import { TimeText } from "../time/time.tsx";
import { defineList } from "../ui/list/define-list.ts";
import { choiceFilter, textFilter, wordsFilter } from "../ui/list/filter.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { EmptyList } from "./empty-list.tsx";

function StatusCell({ status, unanswered }: Incident) {
  return (
    <span style={{ display: "inline-flex", gap: 6, alignItems: "center" }}>
      <StatusText status={status} />
      <UnansweredMark kind={unanswered} />
    </span>
  );
}

/** The list's address: `?status=open,triggered&severity=P1&assignee=me&q=disk&range=24h&sort=-updated_at`. */
export const incidentList = defineList({
  key: "incidents",
  noun: "incidents",
  load: (api, query, call) => api.incidents.list({ query }, call),
  filters: {
    status: wordsFilter({
      label: "Status",
      known: incidentStatuses,
      word: (status) => incidentLooks[status].word,
      show: (status) => <StatusText status={status} />,
      initial: {
        label: "Open",
        words: incidentStatuses.filter((status) => status !== "resolved" && status !== "closed"),
      },
      ask: (status) => ({ status }),
    }),
    severity: wordsFilter({
      label: "Severity",
      known: severities,
      word: (severity) => severity,
      show: (severity) => (
        <span style={{ display: "inline-flex", gap: 8, alignItems: "center" }}>
          <SeverityBadge severity={severity} /> {severityWords[severity]}
        </span>
      ),
      ask: (severity) => ({ severity }),
    }),
    assignee: textFilter({ Control: AssigneeFilter, ask: (assigned_to) => ({ assigned_to }) }),
    paging: choiceFilter({
      label: "Paging",
      known: ["unanswered"],
      word: () => "Nobody answers",
      ask: () => ({ unanswered: [...unansweredKinds] }),
    }),
    range: choiceFilter({
      label: "Opened",
      known: ranges,
      word: (range) => rangeWords[range],
      ask: (range) => ({ from: `now-${range}` }),
    }),
  },
  sorts: {
    "-created_at": "Newest",
    created_at: "Oldest",
    "-updated_at": "Recently updated",
    updated_at: "Least recently updated",
    severity: "Severity (high to low)",
    "-severity": "Severity (low to high)",
  },
  views: [
    { name: "Open", search: {} },
    { name: "Assigned to me", search: { assignee: "me" } },
    { name: "Unassigned", search: { assignee: "none" } },
    { name: "Nobody answers", search: { paging: "unanswered" } },
    { name: "All", search: { status: "all" } },
  ],
  page: (search) => linkOptions({ to: "/incidents", search }),
  link: ({ reference }) => linkOptions({ to: "/incidents/$reference", params: { reference } }),
  columns: [
    {
      heading: "Severity",
      width: "76px",
      orders: ["severity", "-severity"],
      phone: "lead",
      cell: ({ severity }: Incident) => <SeverityBadge severity={severity} />,
    },
    { heading: "Reference", width: "112px", look: "reference", cell: ({ reference }) => reference },
    { heading: "Title", text: ({ title }) => title, lead: "36px" },
    { heading: "Status", width: "128px", cell: StatusCell },
    {
      heading: "Assignee",
      width: "148px",
      phone: "end",
      cell: ({ assignee }) => <AssigneeName assignee={assignee} />,
    },
    {
      heading: "Updated",
      width: "84px",
      wide: true,
      phone: "hidden",
      look: "time",
      orders: ["-updated_at", "updated_at"],
      cell: ({ updated_at }) => <TimeText at={updated_at} as="age" />,
    },
    {
      heading: "Opened",
      width: "74px",
      look: "time",
      orders: ["-created_at", "created_at"],
      cell: ({ created_at }) => <TimeText at={created_at} as="age" />,
    },
  ],
  Empty: EmptyList,
  hint: () => "Remove a filter or widen the time range.",
  selection: { label: ({ reference }) => `Select ${reference}`, Bar: BulkBar },
});
