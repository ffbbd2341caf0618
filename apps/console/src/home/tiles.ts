import type { IngestHealth } from "@opsplane/contract";
import type { Stat } from "../explore/stat-tiles.tsx";
import { countText } from "../ui/quantity.ts";

/** Figures that have not arrived yet are undefined. */
type Counts<Name extends string> = Record<Name, number | undefined>;

const waiting = "–";

export function incidentTiles({ urgent, open, mine }: Counts<"urgent" | "open" | "mine">): Stat[] {
  return [
    {
      label: "Open P1 and P2",
      value: urgent ?? waiting,
      note: open === undefined ? undefined : `${open.toLocaleString("en")} open in all`,
      tone: urgent ? "bad" : "plain",
    },
    { label: "Assigned to you", value: mine ?? waiting },
  ];
}

export function changeTiles(running: number | undefined): Stat[] {
  return [{ label: "Running changes", value: running ?? waiting }];
}

interface TelemetryFigures extends Counts<"services" | "troubled"> {
  signals: IngestHealth["signals"] | undefined;
}

export function telemetryTiles({ services, troubled, signals }: TelemetryFigures): Stat[] {
  const rows = signals?.reduce((sum, { rows_today }) => sum + rows_today, 0);
  return [
    {
      label: "Services in trouble",
      value: troubled ?? waiting,
      note: services === undefined ? undefined : `of ${services.toLocaleString("en")} in the last hour`,
      tone: troubled ? "warning" : "plain",
    },
    {
      label: "Records today",
      value: rows === undefined ? waiting : countText(rows),
      note: "logs, metrics, traces and flows",
    },
  ];
}
