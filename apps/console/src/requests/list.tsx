import { type RequestListItem, requestStatuses } from "@opsplane/contract";
import { linkOptions } from "@tanstack/react-router";
import { AssigneeName } from "../directory/assignee-filter.tsx";
import { TimeText } from "../time/time.tsx";
import { defineList } from "../ui/list/define-list.ts";
import { viewFilter, wordsFilter } from "../ui/list/filter.tsx";
import { RequestStatusText, requestLooks } from "./badges.tsx";
import { EmptyList } from "./empty-list.tsx";
import { TargetTag } from "./target-tag.tsx";

/** The list's address: `?scope=assigned&status=approved&q=laptop&sort=target_at`. */
export const requestList = defineList({
  key: "requests",
  noun: "requests",
  load: (api, query, call) => api.requests.list({ query }, call),
  filters: {
    scope: viewFilter({
      mine: { requested_by: "me" },
      assigned: { assigned_to: "me" },
      all: {},
    }),
    status: wordsFilter({
      label: "Status",
      known: requestStatuses,
      word: (status) => requestLooks[status].word,
      show: (status) => <RequestStatusText status={status} />,
      ask: (status) => ({ status }),
    }),
  },
  sorts: {
    "-created_at": "Newest",
    created_at: "Oldest",
    "-updated_at": "Recently updated",
    updated_at: "Least recently updated",
    target_at: "Due soonest",
  },
  page: (search) => linkOptions({ to: "/requests", search }),
  link: ({ reference }) => linkOptions({ to: "/requests/$reference", params: { reference } }),
  columns: [
    {
      heading: "Reference",
      width: "112px",
      look: "reference",
      phone: "hidden",
      cell: ({ reference }: RequestListItem) => reference,
    },
    { heading: "Title", text: ({ title }) => title },
    {
      heading: "Requested for",
      width: "minmax(110px, 190px)",
      phone: "end",
      cell: ({ requested_by }) => requested_by,
    },
    { heading: "Status", width: "142px", cell: ({ status }) => <RequestStatusText status={status} /> },
    {
      heading: "Due",
      width: "146px",
      orders: ["target_at"],
      cell: (request) => <TargetTag request={request} />,
    },
    {
      heading: "Assignee",
      width: "132px",
      wide: true,
      phone: "hidden",
      cell: ({ assignee }) => <AssigneeName assignee={assignee} />,
    },
    {
      heading: "Requested",
      width: "80px",
      look: "time",
      phone: "hidden",
      orders: ["-created_at", "created_at"],
      cell: ({ created_at }) => <TimeText at={created_at} as="age" />,
    },
  ],
  Empty: EmptyList,
});
