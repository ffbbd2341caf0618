import { Progress } from "@mantine/core";
import type { TelemetrySettings } from "@opsplane/contract";
import { TimeText } from "../../time/time.tsx";
import { Panel } from "../../ui/panel.tsx";
import { byteText, countText, percentText } from "../../ui/quantity.ts";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { kindWords } from "./kinds.ts";
import classes from "./telemetry.module.css";

export function UsagePanel({ settings }: { settings: TelemetrySettings }) {
  const { usage, series_limit } = settings;
  return (
    <Panel title="This month">
      <Volume settings={settings} />
      <table className={`${table.table} ${classes.usage}`}>
        <TableHead columns={["Kind", "Received", "Rows"]} />
        <tbody>
          {usage.map(({ kind, bytes, rows }) => (
            <tr key={kind}>
              <td className={table.main}>{kindWords[kind]}</td>
              <td>{byteText(bytes)}</td>
              <td title={rows.toLocaleString("en")}>{countText(rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        Metrics may have {series_limit.toLocaleString("en")} different series a day; samples of more are refused.
      </p>
    </Panel>
  );
}

/** All kinds together against what the plan allows. */
function Volume({ settings: { usage, usage_since, data_bytes_per_month: bound } }: { settings: TelemetrySettings }) {
  const bytes = usage.reduce((sum, each) => sum + each.bytes, 0);
  const since = (
    <span className="dim">
      since <TimeText at={usage_since} as="short" />
    </span>
  );
  if (bound === null)
    return (
      <p className={classes.volume}>
        <b>{byteText(bytes)}</b> {since}; your plan has no limit
      </p>
    );
  return (
    <>
      <p className={classes.volume}>
        <b>{byteText(bytes)}</b> of {byteText(bound)} ({percentText(bytes, bound)}) {since}
      </p>
      <Progress
        value={Math.min(100, (bytes / bound) * 100)}
        color={toneOf(bytes / bound)}
        aria-label="Volume of this month"
      />
      <p className={classes.note}>{bytes < bound ? whenFull : full}</p>
    </>
  );
}

const full = "This month's volume is used up: what senders bring is refused until the next month begins.";
const whenFull = "When it is used up, what senders bring is refused until the next month begins.";

function toneOf(share: number): string {
  if (share >= 1) return "var(--op-red)";
  return share >= 0.8 ? "var(--op-amber)" : "var(--op-accent)";
}
