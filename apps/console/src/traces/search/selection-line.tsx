import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useClock } from "../../time/time.tsx";
import { pointLabel } from "../../ui/chart/time-labels.ts";
import { durationText } from "./chips.ts";
import type { Selection } from "./filters.ts";
import classes from "./results.module.css";

/** The selection in words, with a button that clears it. */
export function SelectionLine({ selection, onClear }: { selection: Selection; onClear: () => void }) {
  const { mode } = useClock();
  const { time, min, max, status } = selection;
  const parts = [
    time && `${pointLabel(time.from, 1000, mode)} to ${pointLabel(time.to, 1000, mode)}`,
    durationRange(min, max),
    status && `status ${status}`,
  ].filter(Boolean);
  return (
    <div className={classes.selection} role="status">
      <span>
        <b>Selection:</b> {parts.join(" · ")}
      </span>
      <Button variant="subtle" size="compact-xs" leftSection={<IconX size={12} />} onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}

function durationRange(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${durationText(min)} to ${durationText(max)}`;
  if (min !== undefined) return `${durationText(min)} and longer`;
  return max === undefined ? undefined : `up to ${durationText(max)}`;
}
