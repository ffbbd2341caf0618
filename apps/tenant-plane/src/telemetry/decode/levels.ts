import { type LogLevel, logLevels } from "@opsplane/contract";

/** Spellings of levels that senders use. */
const spellings: Record<LogLevel, string[]> = {
  trace: ["trace", "verbose", "finest", "finer", "trc"],
  debug: ["debug", "fine", "dbg", "config"],
  info: ["info", "information", "informational", "notice", "inf", "log", "default"],
  warn: ["warn", "warning", "wrn"],
  error: ["error", "err", "severe", "failure"],
  fatal: ["fatal", "critical", "crit", "alert", "emerg", "emergency", "panic", "ftl"],
};
const byWord = new Map(logLevels.flatMap((level) => spellings[level].map((word) => [word, level] as const)));

/** The level of a word such as `WARNING`; undefined for unknown words. */
export function levelOfWord(word: string): LogLevel | undefined {
  return byWord.get(word.toLowerCase());
}

/** OpenTelemetry severity numbers: four per level, starting at 1. */
export function levelOfNumber(severity: number): LogLevel | undefined {
  return severity >= 1 && severity <= 24 ? logLevels[Math.floor((severity - 1) / 4)] : undefined;
}
