import { UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { TimeMode } from "../../time/format.ts";
import classes from "./chart.module.css";
import type { ChartMarker } from "./plot-props.ts";
import { pointLabel } from "./time-labels.ts";

interface MarkerListProps {
  markers: readonly ChartMarker[];
  range: { from: number; to: number };
  mode: TimeMode;
  stepMs: number;
  onActive: (id: string | undefined) => void;
  /** With more events, the others are shown on demand. */
  few: number;
}

/** The events of a chart as buttons: pointing at one, or reaching it with Tab, makes its line stand out. */
export function MarkerList({ markers, range, mode, stepMs, onActive, few }: MarkerListProps) {
  const [all, setAll] = useState(false);
  const visible = markers.filter(({ at }) => at >= range.from && at < range.to);
  if (visible.length === 0) return null;
  // The newest events are the likeliest causes.
  const shown = all ? visible : visible.slice(-few);
  return (
    <ul className={classes.markers} aria-label="Events">
      {shown.map(({ id, at, label, kind, onOpen }) => (
        <li key={id}>
          <UnstyledButton
            className={classes.marker ?? ""}
            data-kind={kind}
            onClick={onOpen}
            onFocus={() => onActive(id)}
            onBlur={() => onActive(undefined)}
            onMouseEnter={() => onActive(id)}
            onMouseLeave={() => onActive(undefined)}
          >
            {label} <span className="dim">{pointLabel(at, stepMs, mode)}</span>
          </UnstyledButton>
        </li>
      ))}
      {visible.length > few ? (
        <li>
          <UnstyledButton className={classes.more ?? ""} onClick={() => setAll(!all)}>
            {all ? "Fewer events" : moreText(visible.length - few)}
          </UnstyledButton>
        </li>
      ) : null}
    </ul>
  );
}

function moreText(count: number): string {
  return count === 1 ? "1 more event" : `${count} more events`;
}
