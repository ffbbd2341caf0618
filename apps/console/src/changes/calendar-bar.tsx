import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { changeLooks, riskWords } from "../records/change-badges.tsx";
import { shortTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import { PlainLink } from "../ui/links.tsx";
import { StatusMark } from "../ui/status-mark.tsx";
import classes from "./calendar-bar.module.css";
import type { Bar } from "./calendar-lanes.ts";

interface CalendarBarProps {
  bar: Bar;
  conflict: boolean;
  /** Shows two lines, for which a week has room. */
  tall: boolean;
}

/** A change across the days of its window. The mark shows its status, the edge its risk, the icon a conflict. */
export function CalendarBar({ bar, conflict, tall }: CalendarBarProps) {
  const { mode } = useClock();
  const { change, first, last, lane, before, after } = bar;
  const look = changeLooks[change.status];
  const from = change.requested_start ? shortTime(change.requested_start, mode) : "";
  const to = change.requested_end ? shortTime(change.requested_end, mode) : "";
  const longTime = before ? `until ${to}` : first === last ? from.slice(6) : `${from.slice(6)} – ${to}`;
  const facts = [
    change.reference,
    look.word,
    `${riskWords[change.risk_level]} risk`,
    `${from} – ${to}`,
    ...(conflict ? ["conflicts with another change"] : []),
  ].join(", ");
  return (
    // biome-ignore lint/a11y/useSemanticElements: the table is made of divs, see CalendarGrid
    <div
      role="cell"
      className={classes.bar}
      style={{ gridColumn: `${first + 1} / ${last + 2}`, gridRow: lane + 2 }}
      data-risk={change.risk_level}
      data-status={change.status}
      data-tall={tall}
      data-before={before}
      data-after={after}
    >
      <PlainLink
        to="/changes/$reference"
        params={{ reference: change.reference }}
        className={classes.barLink}
        title={`${change.title}, ${facts}`}
      >
        <StatusMark look={look}>{null}</StatusMark>
        {conflict ? <IconAlertTriangle size={13} className={classes.sign} aria-hidden="true" /> : null}
        <span className={classes.time}>{tall ? longTime : before ? "" : from.slice(6)}</span>
        <span className="truncate">{change.title}</span>
        <VisuallyHidden>{facts}</VisuallyHidden>
      </PlainLink>
    </div>
  );
}
