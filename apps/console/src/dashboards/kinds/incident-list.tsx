import { MultiSelect, Stack, Switch } from "@mantine/core";
import { incidentStatuses, severities } from "@opsplane/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { StatusText } from "../../records/incident-status.tsx";
import { SeverityBadge } from "../../records/severity-badge.tsx";
import { TimeText } from "../../time/time.tsx";
import { RecordLink } from "../board/look.tsx";
import { LimitField, withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, data: { incidents, total } }: KindViewProps<"incident_list">) {
  if (incidents.length === 0) return <WidgetNote>No incidents</WidgetNote>;
  return (
    <Scroll label={title || "Incidents"}>
      <ul className={classes.rows}>
        {incidents.map(({ reference, title: name, severity, status, assignee, created_at }) => (
          <li key={reference}>
            <SeverityBadge severity={severity} />
            <div className={classes.main}>
              <div className={classes.name}>{name}</div>
              <div className={classes.sub}>
                <RecordLink kind="incident" reference={reference} /> <StatusText status={status} />
                <span>{assignee ?? "Unassigned"}</span>
              </div>
            </div>
            <span className="dim">
              <TimeText at={created_at} as="age" />
            </span>
          </li>
        ))}
      </ul>
      {total > incidents.length ? <p className={classes.more}>{total - incidents.length} more not shown</p> : null}
    </Scroll>
  );
}

function Form({ options, onChange }: KindFormProps<"incident_list">) {
  return (
    <Stack gap="sm">
      <MultiSelect
        label="Statuses"
        placeholder="Those that need work"
        data={[...incidentStatuses]}
        value={options.status ?? []}
        onChange={(chosen) =>
          onChange(
            withField(
              options,
              "status",
              incidentStatuses.filter((status) => chosen.includes(status)),
            ),
          )
        }
      />
      <MultiSelect
        label="Severities"
        placeholder="All"
        data={[...severities]}
        value={options.severity ?? []}
        onChange={(chosen) =>
          onChange(
            withField(
              options,
              "severity",
              severities.filter((severity) => chosen.includes(severity)),
            ),
          )
        }
      />
      <Switch
        label="Only incidents created in the time range"
        checked={options.in_range ?? false}
        onChange={(event) => onChange({ ...options, in_range: event.currentTarget.checked })}
      />
      <LimitField max={100} value={options.limit} onChange={(limit) => onChange({ ...options, limit })} />
    </Stack>
  );
}

export const incidentList = defineKind("incident_list", {
  icon: IconAlertTriangle,
  about: "Incidents by status and severity",
  initial: {},
  View,
  Form,
});
