import { type Report, reportSchedules, reportTypes } from "@opsplane/contract";
import { IconReportAnalytics } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { TimeText } from "../time/time.tsx";
import { tookText } from "../time/took.ts";
import { Face } from "../ui/faces.tsx";
import { TextLink } from "../ui/links.tsx";
import { defineList } from "../ui/list/define-list.ts";
import { wordsFilter } from "../ui/list/filter.tsx";
import { NewReportButton, StarterLinks } from "./new-report-button.tsx";
import classes from "./reports.module.css";
import { RunButton } from "./run-button.tsx";
import { RunState } from "./run-state.tsx";
import { planText } from "./words.ts";

/** The list's address: `?type=SLA&schedule=Weekly&q=shop`. */
export const reportList = defineList({
  key: "reports",
  noun: "reports",
  // The server has one order, by name.
  load: (api, { sort: _, ...query }, call) => api.reports.list({ query }, call),
  filters: {
    type: wordsFilter({ label: "Type", known: reportTypes, word: (type) => type, ask: (type) => ({ type }) }),
    schedule: wordsFilter({
      label: "Schedule",
      known: reportSchedules,
      word: (schedule) => schedule,
      ask: (schedule) => ({ schedule }),
    }),
  },
  sorts: { name: "Name" },
  page: (search) => linkOptions({ to: "/reports", search }),
  link: ({ id }) => linkOptions({ to: "/reports/$id", params: { id } }),
  columns: [
    { heading: "Name", text: ({ name }: Report) => name },
    { heading: "Type", width: "152px", look: "dim", phone: "hidden", cell: ({ type }) => type },
    { heading: "Format", width: "64px", wide: true, look: "dim", phone: "hidden", cell: ({ format }) => format },
    {
      heading: "Schedule",
      width: "minmax(172px, 0.5fr)",
      phone: "hidden",
      cell: (report) => <span title={planText(report)}>{planText(report)}</span>,
    },
    {
      heading: "Next run",
      width: "100px",
      look: "time",
      wide: true,
      phone: "hidden",
      cell: ({ next_run_at }) => (next_run_at ? <TimeText at={next_run_at} /> : <span className="dim">–</span>),
    },
    {
      heading: "Last run",
      width: "minmax(212px, 0.6fr)",
      phone: "line",
      cell: (report) => <LastRun report={report} />,
    },
    {
      heading: "Run",
      width: "76px",
      phone: "end",
      cell: (report) => (
        <span className={classes.above}>
          <RunButton report={report} />
        </span>
      ),
    },
  ],
  Empty: () => (
    <Face icon={<IconReportAnalytics size={20} />} title="No reports yet" actions={<NewReportButton />}>
      A report answers the same question again and again: on a schedule, by mail, or when you run it.
      <StarterLinks />
    </Face>
  ),
});

/** The state of the last run, with the reason when it failed. */
function LastRun({ report: { id, last_run } }: { report: Report }) {
  if (!last_run) return <span className="dim">Never</span>;
  const { status, created_at, duration_ms, error } = last_run;
  return (
    <span className={classes.above} title={error ?? undefined}>
      <TextLink
        to="/reports/$id"
        params={{ id }}
        search={{ run: last_run.id }}
        underline="never"
        fz="inherit"
        c="inherit"
      >
        <RunState status={status} />
      </TextLink>
      {error ? (
        <span className={classes.reason}>{error}</span>
      ) : (
        <span className="dim">
          <TimeText at={created_at} />
          {duration_ms === null ? "" : ` · ${tookText(duration_ms)}`}
        </span>
      )}
    </span>
  );
}
