import type { Severity } from "./incidents.ts";
import type { RunStatus } from "./runs.ts";
import type { LogLevel } from "./telemetry.ts";

/** Colors with a meaning: failures, warnings, and the shades of what is normal. */
export const chartTones = ["bad", "serious", "warning", "good", "calm", "quiet", "faint"] as const;
export type ChartTone = (typeof chartTones)[number];

export const severityTones: Readonly<Record<Severity, ChartTone>> = {
  P1: "bad",
  P2: "serious",
  P3: "warning",
  P4: "calm",
  P5: "quiet",
};

export const levelTones: Readonly<Record<LogLevel, ChartTone>> = {
  trace: "faint",
  debug: "quiet",
  info: "calm",
  warn: "warning",
  error: "serious",
  fatal: "bad",
};

export const runTones: Readonly<Record<RunStatus, ChartTone>> = {
  succeeded: "good",
  failed: "bad",
  cancelled: "quiet",
  running: "calm",
  waiting: "warning",
};
