import { Button } from "@mantine/core";
import type { Backtest, BacktestAlert } from "@opsplane/contract";
import { useState } from "react";
import { StatTiles } from "../../explore/stat-tiles.tsx";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { duration } from "../../time/format.ts";
import { TimeText } from "../../time/time.tsx";
import { type Unit, unitText } from "../../ui/chart/units.ts";
import { TextLink } from "../../ui/links.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { LabelTags } from "../label-tags.tsx";
import { groupsText } from "../policies/policy-state.tsx";
import classes from "./backtest.module.css";

/** What the policy would have done: in figures, and alert by alert. */
export function BacktestResults({ backtest, unit }: { backtest: Backtest; unit: Unit }) {
  const { total_incidents, pages, total_alerts, firing_seconds, evaluations, groups, alerts } = backtest;
  return (
    <>
      <StatTiles
        label="Backtest"
        stats={[
          {
            label: "Incidents",
            value: total_incidents.toLocaleString("en"),
            tone: total_incidents > 0 ? "bad" : "good",
          },
          { label: "Pages", value: pages.toLocaleString("en") },
          { label: "Alerts", value: total_alerts.toLocaleString("en") },
          { label: "Time firing", value: firing_seconds === 0 ? "0" : duration(firing_seconds * 1000) },
        ]}
      />
      <p className={classes.note}>
        {evaluations.toLocaleString("en")} evaluations of {groupsText(groups)}
      </p>
      {alerts.length === 0 ? (
        <p className={classes.note}>It would not have fired in this time.</p>
      ) : (
        <FiredTable alerts={alerts} total={total_alerts} unit={unit} />
      )}
    </>
  );
}

const fewest = 10;

function FiredTable({ alerts, total, unit }: { alerts: readonly BacktestAlert[]; total: number; unit: Unit }) {
  const [shown, setShown] = useState(fewest);
  return (
    <>
      <div className={`${table.card} ${classes.fired}`}>
        <table className={table.table} aria-label="Alerts that it would have raised">
          <TableHead columns={["Alert", "Fired", "For", { wide: "Peak" }, "Real incidents"]} />
          <tbody>
            {alerts.slice(0, shown).map((alert) => (
              <tr key={`${alert.fired_at} ${JSON.stringify(alert.labels)}`}>
                <td>
                  <div className={classes.firedName}>
                    <SeverityBadge severity={alert.severity} />
                    <LabelTags labels={alert.labels} max={4} />
                    {alert.flapping ? <Tag tone="notice">Flapping</Tag> : null}
                    {alert.opens_incident ? null : <Tag>Same incident</Tag>}
                  </div>
                </td>
                <td>
                  <TimeText at={alert.fired_at} as="short" />
                </td>
                <td>
                  {duration(alert.duration_seconds * 1000)}
                  {alert.resolved_at === null ? <div className={table.sub}>still fires</div> : null}
                </td>
                <td className={table.wide}>{alert.peak === null ? "–" : unitText(alert.peak, unit)}</td>
                <td>
                  <RealIncidents incidents={alert.incidents} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {alerts.length > shown ? (
        <Button variant="default" size="compact-sm" onClick={() => setShown(shown * 5)}>
          Show more ({shown} of {alerts.length.toLocaleString("en")})
        </Button>
      ) : total > alerts.length ? (
        <p className={classes.note}>
          The first {alerts.length.toLocaleString("en")} of {total.toLocaleString("en")} alerts.
        </p>
      ) : null}
    </>
  );
}

function RealIncidents({ incidents }: Pick<BacktestAlert, "incidents">) {
  if (incidents.length === 0) return <span className="dim">None</span>;
  return (
    <div className={classes.real}>
      {incidents.map(({ id, reference, title }) => (
        <TextLink
          key={id}
          to="/incidents/$reference"
          params={{ reference }}
          inherit
          className="mono"
          title={title}
          target="_blank"
        >
          {reference}
        </TextLink>
      ))}
    </div>
  );
}
