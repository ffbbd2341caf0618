import { Button } from "@mantine/core";
import { type Report, usualRanges } from "@opsplane/contract";
import { type ReactNode, useState } from "react";
import { useCan } from "../../session/context.tsx";
import { TimeText } from "../../time/time.tsx";
import { Panel } from "../../ui/panel.tsx";
import classes from "../../ui/record-page.module.css";
import { planText, rangeWords } from "../words.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

export function ReportFacts({ report }: { report: Report }) {
  const { type, format, data_sources, created_by, created_at, updated_at, parameters } = report;
  return (
    <div className={classes.aside}>
      <SchedulePanel report={report} />
      <Panel title="Details">
        <dl className={classes.facts}>
          <Fact name="Type">{type}</Fact>
          <Fact name="Format">{format}</Fact>
          <Fact name="Data sources">{data_sources.join(", ")}</Fact>
          <Fact name="Period">{periodText(report)}</Fact>
          <Fact name="Time zone">{parameters.timezone ?? "UTC"}</Fact>
          <Fact name="Services">{parameters.services?.join(", ") || "All"}</Fact>
          <Fact name="Teams">{parameters.teams?.join(", ") || "All"}</Fact>
          <Fact name="Severities">{parameters.severities?.join(", ") || "All"}</Fact>
        </dl>
        <dl className={classes.facts}>
          <Fact name="Created by">{created_by}</Fact>
          <Fact name="Created">
            <TimeText at={created_at} as="absolute" />
          </Fact>
          <Fact name="Updated">
            <TimeText at={updated_at} />
          </Fact>
        </dl>
      </Panel>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function periodText({ parameters: { range, from, to }, schedule }: Report): string {
  if (range === "custom" || (range === undefined && from !== undefined)) return `${from ?? ""} to ${to ?? "now"}`;
  return rangeWords[range ?? usualRanges[schedule]];
}

function SchedulePanel({ report }: { report: Report }) {
  const mayWrite = useCan()("reports:write");
  const [edits, setEdits] = useState(false);
  const { next_run_at } = report;
  return (
    <Panel
      title="Schedule"
      action={
        mayWrite ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setEdits(true)}>
            Change schedule
          </Button>
        ) : null
      }
    >
      <dl className={classes.facts}>
        <Fact name="Runs">{planText(report)}</Fact>
        {next_run_at ? (
          <Fact name="Next run">
            <TimeText at={next_run_at} as="absolute" />
          </Fact>
        ) : null}
      </dl>
      {edits ? <ScheduleDialog report={report} onClose={() => setEdits(false)} /> : null}
    </Panel>
  );
}
