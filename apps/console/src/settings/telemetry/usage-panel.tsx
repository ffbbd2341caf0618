import type { TelemetrySettings } from "@opsplane/contract";
import { TimeText } from "../../time/time.tsx";
import { Panel } from "../../ui/panel.tsx";
import { byteText, countText, percentText } from "../../ui/quantity.ts";
import { QuotaBar } from "../../ui/quota-bar.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { kindWords } from "./kinds.ts";
import classes from "./telemetry.module.css";
import { UsageShares } from "./usage-shares.tsx";

export function UsagePanel({ settings }: { settings: TelemetrySettings }) {
  const { usage, series_limit } = settings;
  return (
    <Panel title="This month">
      <Volume settings={settings} />
      <div className={classes.month}>
        <table className={`${table.table} ${classes.usage}`}>
          <TableHead columns={["Signal", "Received", "Records"]} />
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
        {usage.some(({ bytes }) => bytes > 0) ? <UsageShares usage={usage} /> : null}
      </div>
      <p className={classes.note}>
        Up to {series_limit.toLocaleString("en")} active series per day. Samples beyond that are rejected.
      </p>
    </Panel>
  );
}

/** All signals together against the limit of the plan. */
function Volume({ settings: { usage, usage_since, data_bytes_per_month: limit } }: { settings: TelemetrySettings }) {
  const bytes = usage.reduce((sum, each) => sum + each.bytes, 0);
  const since = (
    <span className="dim">
      since <TimeText at={usage_since} as="short" />
    </span>
  );
  if (limit === null)
    return (
      <p className={classes.volume}>
        <b>{byteText(bytes)}</b> {since} · no limit
      </p>
    );
  return (
    <>
      <p className={classes.volume}>
        <b>{byteText(bytes)}</b> of {byteText(limit)} ({percentText(bytes, limit)}) {since}
      </p>
      <QuotaBar used={bytes} limit={limit} label="Volume of this month" />
      <p className={classes.note}>{bytes < limit ? belowLimit : limitReached}</p>
    </>
  );
}

const limitReached = "Monthly limit reached. New data is rejected until next month.";
const belowLimit = "When the limit is reached, new data is rejected until next month.";
