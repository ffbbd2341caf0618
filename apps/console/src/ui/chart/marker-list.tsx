import { UnstyledButton } from "@mantine/core";
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
}

/** The events of a chart as buttons: pointing at one, or reaching it with Tab, makes its line stand out. */
export function MarkerList({ markers, range, mode, stepMs, onActive }: MarkerListProps) {
  const visible = markers.filter(({ at }) => at >= range.from && at < range.to);
  if (visible.length === 0) return null;
  return (
    <ul className={classes.markers} aria-label="Events">
      {visible.map(({ id, at, label, kind, onOpen }) => (
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
    </ul>
  );
}
