import { Button } from "@mantine/core";
import type { Alert } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { useCan } from "../../session/context.tsx";
import { PlainLink } from "../../ui/links.tsx";
import { useListCursor } from "../../ui/list/cursor.ts";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { AlertIncident } from "../alert-incident.tsx";
import { AlertSource } from "../alert-source.tsx";
import { AlertMarks } from "../alert-status.tsx";
import { AlertTime } from "../alert-times.tsx";
import classes from "../alerts.module.css";
import { LabelTags } from "../label-tags.tsx";
import { MutedBy } from "../muted-by.tsx";
import { valueText } from "../policies/condition-words.ts";
import { silenceOf, useNewSilence } from "../silences/new-silence.ts";
import type { AlertSearch, AlertTab } from "./alert-search.ts";

interface AlertTableProps {
  alerts: readonly Alert[];
  tab: AlertTab;
  search: AlertSearch;
  stale: boolean;
  onLabel: (label: string) => void;
}

const words: Record<AlertTab, { time: string; who: string }> = {
  firing: { time: "Since", who: "Incident" },
  silenced: { time: "Since", who: "Muted by" },
  history: { time: "Fired", who: "Incident" },
};

/** Alerts as rows. `j` and `k` move, Enter opens, `s` silences. */
export function AlertTable({ alerts, tab, search, stale, onLabel }: AlertTableProps) {
  const navigate = useNavigate();
  const mayWrite = useCan()("alerts:write");
  const silence = useNewSilence();
  const canSilence = mayWrite && tab === "firing";
  const [cursor, setCursor] = useState(-1);
  const open = ({ id }: Alert) => void navigate({ to: "/alerts", search: { ...search, alert: id } });
  const rows = new Map(alerts.map((alert, index) => [index, alert]));
  const current = useListCursor({
    list: { ...still, rows, total: alerts.length },
    scroll: {
      cursor,
      setCursor,
      scrollTo: (index) => document.getElementById(linkId(index))?.closest("tr")?.scrollIntoView({ block: "nearest" }),
    },
    linkId,
    onOpen: open,
  });
  useKeys(
    canSilence
      ? [{ keys: "s", label: "Silence", group: "List", run: () => current && silence(silenceOf(current)) }]
      : [],
  );
  const { time, who } = words[tab];
  return (
    <div className={table.card} aria-busy={stale}>
      <table className={`${table.table} ${classes.table}`} aria-label="Alerts">
        <TableHead
          columns={["Severity", "Alert", { wide: time }, { wide: "Value" }, { wide: who }, { wide: "Source" }]}
          actions={canSilence}
        />
        <tbody>
          {alerts.map((alert, index) => (
            <AlertRow
              key={alert.id}
              {...{ alert, index, tab, search, onLabel }}
              atCursor={cursor === index}
              onSilence={canSilence ? () => silence(silenceOf(alert)) : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The parts of a virtual list that this one does not have: all of its rows exist. */
const still = { key: "alerts", estimated: false, stale: false, error: null, refetch: () => {}, show: () => {} };

const linkId = (index: number) => `alert-row-${index}`;

interface AlertRowProps extends Pick<AlertTableProps, "tab" | "search" | "onLabel"> {
  alert: Alert;
  index: number;
  atCursor: boolean;
  onSilence: (() => void) | undefined;
}

function AlertRow({ alert, index, tab, search, atCursor, onLabel, onSilence }: AlertRowProps) {
  const { id, name, summary, severity, status, labels, value, incident, muted } = alert;
  const has =
    tab === "silenced" ? muted && <MutedBy muted={muted} /> : incident && <AlertIncident incident={incident} />;
  return (
    <tr className={classes.row} data-cursor={atCursor} data-pending={status === "pending"}>
      <td className={classes.severity}>
        <SeverityBadge severity={severity} />
      </td>
      <td>
        <div className={classes.head}>
          <PlainLink
            id={linkId(index)}
            to="/alerts"
            search={{ ...search, alert: id }}
            className={classes.name}
            resetScroll={false}
          >
            {name}
          </PlainLink>
          <AlertMarks alert={alert} />
        </div>
        <div className={classes.summary}>{summary}</div>
        <LabelTags labels={labels} onPick={onLabel} max={8} />
        <div className={classes.under}>
          <span>
            {alert.resolved_at === null ? "for " : null}
            <AlertTime alert={alert} />
          </span>
          {has}
        </div>
      </td>
      <td className={`${table.wide} ${classes.since}`}>
        <AlertTime alert={alert} />
      </td>
      <td className={`${table.wide} ${classes.value}`}>{value === null ? <Nothing /> : valueText(value)}</td>
      <td className={`${table.wide} ${classes.who}`}>{has ?? <Nothing />}</td>
      <td className={`${table.wide} ${classes.source}`}>
        <AlertSource alert={alert} />
      </td>
      {onSilence ? (
        <td className={table.actions}>
          <Button size="compact-sm" variant="default" aria-label={`Silence ${name}`} onClick={onSilence}>
            Silence
          </Button>
        </td>
      ) : null}
    </tr>
  );
}

function Nothing() {
  return <span className="dim">–</span>;
}
