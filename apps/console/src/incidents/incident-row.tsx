import { Checkbox } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { memo } from "react";
import { StatusText } from "../records/incident-status.tsx";
import { SeverityBadge } from "../records/severity-badge.tsx";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import table from "../ui/list-table.module.css";
import { Cell, ListRow, Placeholder } from "../ui/list-table.tsx";
import classes from "./incident-table.module.css";

interface IncidentRowProps {
  incident: Incident;
  index: number;
  top: number;
  atCursor: boolean;
  selected: boolean;
  /** Absent when the person may not change incidents. */
  onSelect: ((id: string, on: boolean) => void) | undefined;
}

export const rowLinkId = (index: number) => `incident-row-${index}`;

export const IncidentRow = memo(function IncidentRow(props: IncidentRowProps) {
  const { incident, index, top, atCursor, selected, onSelect } = props;
  return (
    <ListRow index={index} top={top} atCursor={atCursor} selected={selected}>
      <Cell className={classes.check}>
        {onSelect ? (
          <Checkbox
            checked={selected}
            aria-label={`Select ${incident.reference}`}
            onChange={(event) => onSelect(incident.id, event.currentTarget.checked)}
          />
        ) : null}
      </Cell>
      <Cell className={classes.severity}>
        <SeverityBadge severity={incident.severity} />
      </Cell>
      <Cell className={`${classes.referenceCell} ${classes.reference}`}>{incident.reference}</Cell>
      <Cell className={`${classes.titleCell} truncate`}>
        <PlainLink
          id={rowLinkId(index)}
          className={table.title}
          to="/incidents/$reference"
          params={{ reference: incident.reference }}
          title={incident.title}
        >
          {incident.title}
        </PlainLink>
      </Cell>
      <Cell className={classes.status}>
        <StatusText status={incident.status} />
      </Cell>
      <Cell className={`${classes.owner} truncate`}>
        {incident.assignee ? incident.assignee.name : <span className="dim">Nobody</span>}
      </Cell>
      <Cell className={`${classes.updated} ${table.times}`}>
        <TimeText at={incident.updated_at} as="age" />
      </Cell>
      <Cell className={`${classes.age} ${table.times}`}>
        <TimeText at={incident.created_at} as="age" />
      </Cell>
    </ListRow>
  );
});

export function PlaceholderRow({ index, top }: { index: number; top: number }) {
  return (
    <ListRow index={index} top={top}>
      <Cell />
      <Cell className={classes.severity} />
      <Cell className={classes.referenceCell} />
      <Cell className={classes.titleCell}>
        <Placeholder index={index} />
      </Cell>
    </ListRow>
  );
}
