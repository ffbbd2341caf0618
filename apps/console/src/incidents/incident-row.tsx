import { Checkbox } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { memo } from "react";
import { TimeText } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import classes from "./incident-table.module.css";
import { SeverityBadge } from "./severity-badge.tsx";
import { StatusText } from "./status-text.tsx";

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
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see IncidentTable
    // biome-ignore lint/a11y/useFocusableInteractive: its link is what takes the focus
    <div
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      data-cursor={atCursor}
      data-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
    >
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
          className={classes.title}
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
      <Cell className={`${classes.updated} ${classes.times}`}>
        <TimeText at={incident.updated_at} as="age" />
      </Cell>
      <Cell className={`${classes.age} ${classes.times}`}>
        <TimeText at={incident.created_at} as="age" />
      </Cell>
    </div>
  );
});

export function PlaceholderRow({ index, top }: { index: number; top: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see IncidentTable
    // biome-ignore lint/a11y/useFocusableInteractive: nothing to operate yet
    <div className={classes.row} role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      <Cell />
      <Cell className={classes.severity} />
      <Cell className={classes.referenceCell} />
      <Cell className={classes.titleCell}>
        <div className={classes.placeholder} style={{ width: `${40 + ((index * 13) % 45)}%` }} />
      </Cell>
    </div>
  );
}

function Cell({ children, className = "" }: { children?: React.ReactNode; className?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see IncidentTable
    <div role="cell" className={`${classes.cell} ${className}`}>
      {children}
    </div>
  );
}
