import { type RunbookListItem, runbookStatuses } from "@opsplane/contract";
import { IconBook2 } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { TimeText } from "../time/time.tsx";
import { Face } from "../ui/faces.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { defineList } from "../ui/list/define-list.ts";
import { textFilter, wordsFilter } from "../ui/list/filter.tsx";
import { Tag } from "../ui/tag.tsx";
import { RunbookStatusText, SuccessBar, VerifiedShare } from "./badges.tsx";
import { NewRunbookButtons } from "./new-runbook-buttons.tsx";
import { useRunbookNames } from "./queries.ts";
import { runbookLooks } from "./words.ts";

/** The list's address: `?status=draft&tag=disk&q=clean`. */
export const runbookList = defineList({
  key: "runbooks",
  noun: "runbooks",
  load: (api, { sort: _, ...query }, call) => api.runbooks.list({ query }, call),
  filters: {
    status: wordsFilter({
      label: "Status",
      known: runbookStatuses,
      word: (status) => runbookLooks[status].word,
      show: (status) => <RunbookStatusText status={status} />,
      initial: { words: ["draft", "published"], label: "Not archived" },
      ask: (status) => ({ status }),
    }),
    tag: textFilter({ Control: TagFilter, ask: (tag) => ({ tag }) }),
  },
  sorts: { name: "Name" },
  page: (search) => linkOptions({ to: "/runbooks", search }),
  link: ({ id }) => linkOptions({ to: "/runbooks/$id", params: { id } }),
  columns: [
    {
      heading: "Name",
      text: ({ name }: RunbookListItem) => name,
      after: ({ status, has_changes, flag_count }) =>
        status === "published" ? (
          <>
            {flag_count > 0 ? <Tag tone="bad">would fail</Tag> : null}
            {has_changes ? <Tag tone="notice">unpublished changes</Tag> : null}
          </>
        ) : null,
    },
    { heading: "Status", width: "104px", cell: ({ status }) => <RunbookStatusText status={status} /> },
    {
      heading: "Tags",
      width: "150px",
      wide: true,
      look: "dim",
      phone: "hidden",
      cell: ({ tags }) => <span title={tags.join(", ")}>{tags.join(", ")}</span>,
    },
    { heading: "Steps", width: "58px", wide: true, phone: "hidden", cell: ({ step_count }) => step_count },
    { heading: "Success (90 days)", width: "166px", phone: "end", cell: ({ stats }) => <SuccessBar stats={stats} /> },
    {
      heading: "Verified",
      width: "72px",
      wide: true,
      phone: "hidden",
      cell: ({ stats }) => <VerifiedShare stats={stats} />,
    },
    {
      heading: "Last execution",
      width: "118px",
      look: "dim",
      phone: "hidden",
      cell: ({ stats }) => (stats.last_at ? <TimeText at={stats.last_at} /> : "–"),
    },
  ],
  Empty: () => (
    <Face icon={<IconBook2 size={20} />} title="No runbooks yet" actions={<NewRunbookButtons />}>
      A runbook is a list of steps that fix a known problem. Start from a ready-made one, or write your own.
    </Face>
  ),
});

interface TagFilterProps {
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}

function TagFilter({ value, onChange }: TagFilterProps) {
  const used = useRunbookNames().data?.flatMap(({ tags }) => tags) ?? [];
  const tags = [...new Set(value ? [...used, value] : used)].sort((one, other) => one.localeCompare(other));
  if (tags.length === 0) return null;
  return (
    <FilterMenu
      label="Tag"
      summary={value}
      options={tags.map((tag) => ({ value: tag, label: tag }))}
      chosen={value ? [value] : []}
      onToggle={onChange}
      onClear={value ? () => onChange(undefined) : undefined}
    />
  );
}
