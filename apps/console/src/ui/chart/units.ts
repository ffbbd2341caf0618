import { byteText, countText } from "../quantity.ts";

export type Unit =
  | "bytes"
  | "bytes/s"
  | "bits/s"
  | "seconds"
  | "milliseconds"
  | "percent"
  | "ratio"
  | "count"
  | "count/s";

const texts: Record<Unit, (value: number) => string> = {
  bytes: byteText,
  "bytes/s": (value) => `${byteText(value)}/s`,
  "bits/s": (value) => `${byteText(value).replace("B", "bit")}/s`,
  seconds: secondsText,
  milliseconds: (value) => secondsText(value / 1000),
  percent: (value) => `${precise(value)}%`,
  ratio: (value) => `${precise(value * 100)}%`,
  count: numberText,
  "count/s": (value) => `${numberText(value)}/s`,
};

/** A value for axes, tooltips and legends: `1.2 MB`, `250 ms`, `42%`. */
export function unitText(value: number, unit: Unit): string {
  return value < 0 ? `-${texts[unit](-value)}` : texts[unit](value);
}

function numberText(value: number): string {
  return value < 10 ? precise(value) : countText(value);
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
