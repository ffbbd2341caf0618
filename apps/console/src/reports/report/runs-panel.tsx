import { ActionIcon, Button } from "@mantine/core";
import type { Report, ReportRun } from "@opsplane/contract";
import { IconDownload } from "@tabler/icons-react";
import { useApi } from "../../api/api.tsx";
import { TimeText } from "../../time/time.tsx";
import { tookText } from "../../time/took.ts";
import { saveAs } from "../../ui/attachments/save-as.ts";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Panel } from "../../ui/panel.tsx";
import { byteText } from "../../ui/quantity.ts";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { toastError } from "../../ui/toast.tsx";
import { useRuns } from "../queries.ts";
import { RunState } from "../run-state.tsx";
import { hasOutput, outputName } from "../words.ts";
import classes from "./report.module.css";

interface RunsPanelProps {
  report: Report;
  /** The run whose output is shown. */
  opened: string | undefined;
  onOpen: (runId: string) => void;
}

/** Every run of a report, the newest first. */
export function RunsPanel({ report, opened, onOpen }: RunsPanelProps) {
  const runs = useRuns(report.id);
  return (
    <Panel title="Runs">
      <PagedFace list={runs} empty={<p className={classes.none}>This report has not run yet.</p>}>
        {(items) => (
          <div className={table.card}>
            <table className={table.table} aria-label="Runs">
              <TableHead
                columns={[
                  "Status",
                  { wide: "Format" },
                  { wide: "Period" },
                  "Started",
                  { wide: "Duration" },
                  { wide: "Size" },
                ]}
                actions
              />
              <tbody>
                {items.map((run) => (
                  <RunRow key={run.id} run={run} isOpen={run.id === opened} onOpen={() => onOpen(run.id)} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedFace>
    </Panel>
  );
}

function RunRow({ run, isOpen, onOpen }: { run: ReportRun; isOpen: boolean; onOpen: () => void }) {
  const { status, format, trigger, started_by, created_at, started_at, duration_ms, size, error } = run;
  return (
    <tr aria-current={isOpen}>
      <td>
        <RunState status={status} />
        {error ? <div className={classes.reason}>{error}</div> : null}
        <span className={`${table.narrow} ${table.sub}`}> {format}</span>
      </td>
      <td className={table.wide}>{format}</td>
      <td className={table.wide}>
        <PeriodText run={run} />
      </td>
      <td>
        <TimeText at={started_at ?? created_at} as="short" />
        <div className={`${table.sub} ${table.wide}`}>{trigger === "schedule" ? "Schedule" : started_by}</div>
      </td>
      <td className={`${table.wide} ${classes.short}`}>{duration_ms === null ? "–" : tookText(duration_ms)}</td>
      <td className={`${table.wide} ${classes.short}`}>{size === null ? "–" : byteText(size)}</td>
      <td className={table.actions}>
        {hasOutput(run) ? (
          <div className={table.buttons}>
            <DownloadButton run={run} />
            <Button size="compact-sm" variant="default" disabled={isOpen} onClick={onOpen}>
              Open
            </Button>
          </div>
        ) : null}
      </td>
    </tr>
  );
}

function PeriodText({ run: { period_from, period_to } }: { run: ReportRun }) {
  if (!period_from || !period_to) return <>–</>;
  return (
    <>
      <span className={classes.short}>
        <TimeText at={period_from} as="short" />
      </span>{" "}
      <span className={classes.short}>
        to <TimeText at={period_to} as="short" />
      </span>
    </>
  );
}

function DownloadButton({ run: { id, report_id, format } }: { run: ReportRun }) {
  const api = useApi();
  const download = () =>
    api.reports.output({ params: { id: report_id, run_id: id } }).then(
      (file) => saveAs(file, outputName(report_id, format)),
      (cause: unknown) => toastError(cause, "Couldn't download the output"),
    );
  return (
    <ActionIcon size={26} aria-label={`Download ${format}`} onClick={() => void download()}>
      <IconDownload size={15} />
    </ActionIcon>
  );
}
