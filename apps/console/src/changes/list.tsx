import { type ChangeListItem, changeStatuses, changeTypes, riskLevels } from "@opsplane/contract";
import { IconArrowsExchange } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { AssigneeFilter, AssigneeName } from "../directory/assignee-filter.tsx";
import { ChangeStatusText, changeLooks, RiskBadge, riskWords, typeWords } from "../records/change-badges.tsx";
import { Face } from "../ui/faces.tsx";
import { defineList } from "../ui/list/define-list.ts";
import { textFilter, wordsFilter } from "../ui/list/filter.tsx";
import { NewChangeButton } from "./new-change-button.tsx";
import { WindowText } from "./window-text.tsx";

/** The list's address: `?status=approved,scheduled&type=normal&risk=high&assignee=me&q=dns&sort=requested_start`. */
export const changeList = defineList({
  key: "changes",
  noun: "changes",
  load: (api, query, call) => api.changes.list({ query }, call),
  filters: {
    status: wordsFilter({
      label: "Status",
      known: changeStatuses,
      word: (status) => changeLooks[status].word,
      show: (status) => <ChangeStatusText status={status} />,
      ask: (status) => ({ status }),
    }),
    type: wordsFilter({
      label: "Type",
      known: changeTypes,
      word: (type) => typeWords[type],
      ask: (type) => ({ type }),
    }),
    risk: wordsFilter({
      label: "Risk",
      known: riskLevels,
      word: (risk) => riskWords[risk],
      show: (risk) => <RiskBadge risk={risk} />,
      ask: (risk_level) => ({ risk_level }),
    }),
    assignee: textFilter({ Control: AssigneeFilter, ask: (assigned_to) => ({ assigned_to }) }),
  },
  sorts: {
    "-created_at": "Newest",
    created_at: "Oldest",
    "-updated_at": "Recently updated",
    updated_at: "Least recently updated",
    requested_start: "Start date (soonest)",
    "-requested_start": "Start date (latest)",
  },
  page: (search) => linkOptions({ to: "/changes", search }),
  link: ({ reference }) => linkOptions({ to: "/changes/$reference", params: { reference } }),
  columns: [
    {
      heading: "Risk",
      width: "84px",
      phone: "lead",
      cell: ({ risk_level }: ChangeListItem) => <RiskBadge risk={risk_level} />,
    },
    {
      heading: "Reference",
      width: "112px",
      look: "reference",
      phone: "hidden",
      cell: ({ reference }) => reference,
    },
    { heading: "Title", text: ({ title }) => title, lead: "80px" },
    { heading: "Type", width: "92px", wide: true, phone: "hidden", cell: ({ type }) => typeWords[type] },
    { heading: "Status", width: "142px", cell: ({ status }) => <ChangeStatusText status={status} /> },
    {
      heading: "Window",
      width: "196px",
      look: "dim",
      phone: "end",
      orders: ["requested_start", "-requested_start"],
      cell: ({ requested_start, requested_end }) => <WindowText start={requested_start} end={requested_end} />,
    },
    {
      heading: "Assignee",
      width: "132px",
      wide: true,
      phone: "hidden",
      cell: ({ assignee }) => <AssigneeName assignee={assignee} />,
    },
  ],
  Empty: () => (
    <Face icon={<IconArrowsExchange size={20} />} title="No changes yet" actions={<NewChangeButton />}>
      Plan changes with a window, a test plan and a rollback plan, so everyone can see what is coming.
    </Face>
  ),
});
