import type { WorkflowRunListItem } from "@opsplane/contract";
import { IconPlayerPlay } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { RunDuration } from "../../records/run-duration.tsx";
import { RunIncident, runStatusFilter } from "../../records/run-list-parts.tsx";
import { RunStatusText } from "../../records/run-status.tsx";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { defineList } from "../../ui/list/define-list.ts";
import { textFilter } from "../../ui/list/filter.tsx";
import { triggerWords } from "../words.ts";
import { WorkflowFilter } from "./workflow-filter.tsx";

/** The list's address: `?status=failed&workflow=<id>&q=backup`. */
export const runList = defineList({
  key: "workflow-runs",
  noun: "workflow runs",
  // The server has one order, newest first.
  load: (api, { sort: _, ...query }, call) => api.workflows.runs({ query }, call),
  filters: {
    status: runStatusFilter,
    workflow: textFilter({
      pattern: /^[0-9a-f-]{36}$/i,
      Control: WorkflowFilter,
      ask: (workflow_id) => ({ workflow_id }),
    }),
  },
  sorts: { "-created_at": "Newest" },
  page: (search) => linkOptions({ to: "/workflows/runs", search }),
  link: ({ reference }) => linkOptions({ to: "/workflows/runs/$reference", params: { reference } }),
  columns: [
    {
      heading: "Reference",
      width: "112px",
      look: "reference",
      phone: "hidden",
      cell: ({ reference }: WorkflowRunListItem) => reference,
    },
    { heading: "Workflow", text: ({ workflow_name }) => workflow_name },
    { heading: "Status", width: "112px", cell: ({ status }) => <RunStatusText status={status} /> },
    {
      heading: "Trigger",
      width: "150px",
      look: "dim",
      phone: "hidden",
      cell: ({ trigger }) => triggerWords[trigger],
    },
    {
      heading: "Incident",
      width: "112px",
      wide: true,
      phone: "hidden",
      cell: ({ incident }) => <RunIncident incident={incident} />,
    },
    { heading: "Started by", width: "150px", wide: true, phone: "hidden", cell: ({ started_by }) => started_by },
    { heading: "Started", width: "92px", look: "time", phone: "end", cell: (run) => <TimeText at={run.created_at} /> },
    { heading: "Duration", width: "76px", phone: "hidden", cell: (run) => <RunDuration run={run} /> },
  ],
  Empty: () => (
    <Face
      icon={<IconPlayerPlay size={20} />}
      title="No workflow runs yet"
      actions={
        <ButtonLink to="/workflows" variant="default">
          View workflows
        </ButtonLink>
      }
    >
      Run a workflow, or let a trigger start it.
    </Face>
  ),
});
