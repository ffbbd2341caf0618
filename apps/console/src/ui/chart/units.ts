import { byteText, countText } from "../quantity.ts";

export type Unit = "bytes" | "bytes/s" | "seconds" | "percent" | "count";

const texts: Record<Unit, (value: number) => string> = {
  bytes: byteText,
  "bytes/s": (value) => `${byteText(value)}/s`,
  seconds: secondsText,
  percent: (value) => `${precise(value)}%`,
  count: (value) => (value < 10 ? precise(value) : countText(value)),
};

/** A value for axes, tooltips and legends: `1.2 MB`, `250 ms`, `42%`. */
export function unitText(value: number, unit: Unit): string {
  return value < 0 ? `-${texts[unit](-value)}` : texts[unit](value);
}

function secondsText(seconds: number): string {
  if (seconds === 0) return "0 s";
  if (seconds < 0.001) return `${precise(seconds * 1e6)} µs`;
  if (seconds < 1) return `${precise(seconds * 1000)} ms`;
  if (seconds < 120) return `${precise(seconds)} s`;
  return seconds < 7200 ? `${precise(seconds / 60)} min` : `${precise(seconds / 3600)} h`;
}

/** Three significant digits without trailing zeros. */
function precise(value: number): string {
  return String(Number(value.toPrecision(3)));
}
