import { type LogLevel, logLevels } from "@opsplane/contract";

/** How senders spell levels. */
const spellings: Record<LogLevel, string[]> = {
  trace: ["trace", "verbose", "finest", "finer", "trc"],
  debug: ["debug", "fine", "dbg", "config"],
  info: ["info", "information", "informational", "notice", "inf", "log", "default"],
  warn: ["warn", "warning", "wrn"],
  error: ["error", "err", "severe", "failure"],
  fatal: ["fatal", "critical", "crit", "alert", "emerg", "emergency", "panic", "ftl"],
};
const byWord = new Map(logLevels.flatMap((level) => spellings[level].map((word) => [word, level] as const)));

/** Of a word such as `WARNING`; undefined when it means nothing to us. */
export function levelOfWord(word: string): LogLevel | undefined {
  return byWord.get(word.toLowerCase());
}

/** OpenTelemetry's numbers: four for each level, from 1. */
export function levelOfNumber(severity: number): LogLevel | undefined {
  return severity >= 1 && severity <= 24 ? logLevels[Math.floor((severity - 1) / 4)] : undefined;
}
