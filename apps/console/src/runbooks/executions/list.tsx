import type { ExecutionListItem } from "@opsplane/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { RunDuration } from "../../records/run-duration.tsx";
import { RunIncident, runStatusFilter } from "../../records/run-list-parts.tsx";
import { RunStatusText } from "../../records/run-status.tsx";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { FilterMenu } from "../../ui/filter-menu.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { defineList } from "../../ui/list/define-list.ts";
import { choiceFilter, textFilter } from "../../ui/list/filter.tsx";
import { Tag } from "../../ui/tag.tsx";
import { VerifiedMark } from "../badges.tsx";
import { useRunbookNames } from "../queries.ts";

const dryWords = { only: "Only dry runs", none: "No dry runs" } as const;

/** The list's address: `?status=failed&runbook=<id>&dry=none`. */
export const executionList = defineList({
  key: "executions",
  noun: "executions",
  load: (api, { sort: _, ...query }, call) => api.executions.list({ query }, call),
  filters: {
    status: runStatusFilter,
    runbook: textFilter({
      pattern: /^[0-9a-f-]{36}$/i,
      Control: RunbookFilter,
      ask: (runbook_id) => ({ runbook_id }),
    }),
    dry: choiceFilter({
      label: "Dry runs",
      known: ["only", "none"],
      word: (word) => dryWords[word],
      ask: (word) => ({ dry_run: word === "only" }),
    }),
  },
  sorts: { newest: "Newest" },
  page: (search) => linkOptions({ to: "/executions", search }),
  link: ({ reference }) => linkOptions({ to: "/executions/$reference", params: { reference } }),
  columns: [
    {
      heading: "Reference",
      width: "112px",
      look: "reference",
      phone: "hidden",
      cell: ({ reference }: ExecutionListItem) => reference,
    },
    {
      heading: "Runbook",
      text: ({ runbook_name }) => runbook_name,
      after: ({ dry_run }) => (dry_run ? <Tag>dry run</Tag> : null),
    },
    { heading: "Status", width: "108px", cell: ({ status }) => <RunStatusText status={status} /> },
    {
      heading: "Verified",
      width: "116px",
      wide: true,
      phone: "hidden",
      cell: ({ verified }) => <VerifiedMark verified={verified} />,
    },
    {
      heading: "Incident",
      width: "116px",
      wide: true,
      phone: "hidden",
      cell: ({ incident }) => <RunIncident incident={incident} />,
    },
    {
      heading: "Started by",
      width: "150px",
      wide: true,
      phone: "hidden",
      cell: ({ started_by }) => <span title={started_by}>{started_by}</span>,
    },
    {
      heading: "Started",
      width: "96px",
      look: "dim",
      phone: "end",
      cell: ({ created_at }) => <TimeText at={created_at} />,
    },
    { heading: "Duration", width: "78px", look: "dim", phone: "hidden", cell: (run) => <RunDuration run={run} /> },
  ],
  Empty: () => (
    <Face
      icon={<IconPlayerPlay size={20} />}
      title="No executions yet"
      actions={
        <ButtonLink to="/runbooks" variant="default">
          Runbooks
        </ButtonLink>
      }
    >
      Execute a published runbook from its page or from an incident.
    </Face>
  ),
});

interface RunbookFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function RunbookFilter({ value, onChange }: RunbookFilterProps) {
  const names = useRunbookNames().data ?? [];
  const chosen = names.find(({ id }) => id === value);
  return (
    <FilterMenu
      label="Runbook"
      summary={value ? (chosen?.name ?? "One runbook") : undefined}
      options={names.slice(0, 100).map(({ id, name }) => ({ value: id, label: name }))}
      chosen={value ? [value] : []}
      onToggle={onChange}
      onClear={value ? () => onChange(undefined) : undefined}
    />
  );
}
