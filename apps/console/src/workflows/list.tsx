import { Switch } from "@mantine/core";
import type { WorkflowListItem } from "@opsplane/contract";
import { IconSitemap } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { RunStatusText } from "../records/run-status.tsx";
import { useCan } from "../session/context.tsx";
import { TimeText } from "../time/time.tsx";
import { Face } from "../ui/faces.tsx";
import { TextLink } from "../ui/links.tsx";
import { defineList } from "../ui/list/define-list.ts";
import { choiceFilter } from "../ui/list/filter.tsx";
import { percentText } from "../ui/quantity.ts";
import classes from "./list.module.css";
import { useEnableWorkflow } from "./mutations.ts";
import { NewWorkflowButton } from "./new-workflow-button.tsx";
import { triggerText } from "./words.ts";

const stateWords = { yes: "Enabled", no: "Disabled" } as const;

/** The list's address: `?enabled=no&q=backup`. */
export const workflowList = defineList({
  key: "workflows",
  noun: "workflows",
  // The server has one order, by name.
  load: (api, { sort: _, ...query }, call) => api.workflows.list({ query }, call),
  filters: {
    enabled: choiceFilter({
      label: "State",
      known: ["yes", "no"] as const,
      word: (state) => stateWords[state],
      ask: (state) => ({ enabled: state === "yes" }),
    }),
  },
  sorts: { name: "Name" },
  page: (search) => linkOptions({ to: "/workflows", search }),
  link: ({ id }) => linkOptions({ to: "/workflows/$id", params: { id } }),
  columns: [
    { heading: "Name", text: ({ name }: WorkflowListItem) => name },
    {
      heading: "Triggers",
      width: "minmax(140px, 0.7fr)",
      look: "dim",
      phone: "hidden",
      cell: ({ triggers }) => <Triggers triggers={triggers} />,
    },
    { heading: "Steps", width: "56px", wide: true, phone: "hidden", cell: ({ step_count }) => step_count },
    { heading: "Last run", width: "190px", cell: ({ last_run }) => <LastRun run={last_run} /> },
    {
      heading: "Runs, 90 days",
      width: "128px",
      wide: true,
      phone: "hidden",
      cell: ({ runs }) => <RunShare {...runs} />,
    },
    {
      heading: "Next run",
      width: "96px",
      look: "time",
      wide: true,
      phone: "hidden",
      cell: ({ next_run_at, enabled }) =>
        next_run_at && enabled ? <TimeText at={next_run_at} /> : <span className="dim">–</span>,
    },
    { heading: "Enabled", width: "68px", phone: "end", cell: (workflow) => <EnabledSwitch workflow={workflow} /> },
  ],
  Empty: () => (
    <Face icon={<IconSitemap size={20} />} title="No workflows yet" actions={<NewWorkflowButton />}>
      Connect runbooks, approvals, conditions and notifications into one automatic process.
    </Face>
  ),
});

function Triggers({ triggers }: Pick<WorkflowListItem, "triggers">) {
  const words = triggers.map(triggerText).join(", ") || "None";
  return <span title={words}>{words}</span>;
}

function LastRun({ run }: { run: WorkflowListItem["last_run"] }) {
  if (!run) return <span className="dim">Never</span>;
  return (
    <span className={classes.above}>
      <TextLink
        to="/workflows/runs/$reference"
        params={{ reference: run.reference }}
        underline="never"
        fz="inherit"
        c="inherit"
      >
        <RunStatusText status={run.status} />
      </TextLink>{" "}
      <span className="dim">
        <TimeText at={run.created_at} />
      </span>
    </span>
  );
}

function RunShare({ total, succeeded, failed }: WorkflowListItem["runs"]) {
  if (total === 0) return <span className="dim">0</span>;
  const ended = succeeded + failed;
  return (
    <span title={`${succeeded} succeeded, ${failed} failed`}>
      {total.toLocaleString("en")}
      {ended > 0 ? <span className="dim"> · {percentText(succeeded, ended)} good</span> : null}
    </span>
  );
}

function EnabledSwitch({ workflow: { id, name, enabled } }: { workflow: WorkflowListItem }) {
  const enable = useEnableWorkflow();
  const mayWrite = useCan()("automation:write");
  return (
    <span className={classes.above}>
      <Switch
        size="xs"
        aria-label={`Enable ${name}`}
        disabled={!mayWrite || enable.isPending}
        checked={enable.isPending ? !enabled : enabled}
        onChange={() => enable.mutate({ id, enabled: !enabled })}
      />
    </span>
  );
}
