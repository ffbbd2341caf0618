import { VisuallyHidden } from "@mantine/core";
import type { Criticality } from "@opsplane/contract";
import { IconAlertTriangle, IconArrowsExchange } from "@tabler/icons-react";
import classes from "./badges.module.css";

export const criticalityWords: Record<Criticality, string> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
};

export function CriticalityBadge({ criticality }: { criticality: Criticality }) {
  return (
    <span className={classes.criticality} data-criticality={criticality}>
      {criticalityWords[criticality]}
    </span>
  );
}

/** `2 open incidents`, `1 running change`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The open incidents and running changes of an item. */
export function Marks({ incidents, changes }: { incidents: number; changes: number }) {
  if (incidents + changes === 0) return null;
  return (
    <span className={classes.marks}>
      {incidents > 0 ? <Mark kind="incidents" count={incidents} words={counted(incidents, "open incident")} /> : null}
      {changes > 0 ? <Mark kind="changes" count={changes} words={counted(changes, "running change")} /> : null}
    </span>
  );
}

function Mark({ kind, count, words }: { kind: "incidents" | "changes"; count: number; words: string }) {
  const Sign = kind === "incidents" ? IconAlertTriangle : IconArrowsExchange;
  return (
    <span className={classes.mark} data-kind={kind} title={words}>
      <Sign size={11} stroke={2.2} aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
