import { fail, invalid } from "@opsplane/runtime";
import type { Reading } from "./reading.ts";

const hourMs = 3_600_000;
/** A sample is the current value of its series for this long. */
const lookbackMs = 5 * 60_000;
const maxPoints = 11_000;
const maxSlots = 60_000;

/** The kind of summary that a slot holds. */
export type SlotReading = "last" | "over" | "counter";

/**
 * The points of a query, and the slots into which samples are gathered. A point's window is a whole number of slots, so each sample
 * is read once even when windows overlap. Times are Unix milliseconds.
 */
export interface Grid {
  start: number;
  step: number;
  points: number;
  window: number;
  reading: SlotReading;
  /** The start of the first slot. */
  base: number;
  slot: number;
  slots: number;
  /** True when all slots are whole hours, so the hourly roll-up can be used. */
  hourly: boolean;
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: hourMs, d: 24 * hourMs, w: 168 * hourMs };

export function durationMs(written: string): number {
  const [, count = "", unit = ""] = /^(\d+)([a-z]+)$/.exec(written) ?? [];
  return Number(count) * (units[unit] ?? 0);
}

const slotReadings: Partial<Record<Reading, SlotReading>> = {
  last: "last",
  rate: "counter",
  increase: "counter",
};

interface GridInput {
  start: number;
  end: number;
  step: string | undefined;
  window: string | undefined;
  reading: Reading;
}

export function gridOf({ start, end, step: writtenStep, window: writtenWindow, reading: wanted }: GridInput): Grid {
  const step = writtenStep === undefined ? niceStep(end - start) : durationMs(writtenStep);
  if (step < 1) invalid("step", "must be greater than zero");
  const reading = slotReadings[wanted] ?? "over";
  const hourly = step % hourMs === 0;
  const first = hourly ? Math.floor(start / hourMs) * hourMs : start;
  const points = Math.floor((end - first) / step) + 1;
  if (points > maxPoints)
    fail(
      "VALIDATION_ERROR",
      `The query has ${points} points per series, but the limit is ${maxPoints}; use a longer step.`,
      {
        details: [{ path: "step", message: `must be at least ${Math.ceil((end - first) / maxPoints / 1000)}s` }],
      },
    );
  const window = windowOf(reading, step, writtenWindow);
  const slot = hourly ? hourMs : points === 1 ? window : slotOf(step, reading === "last" ? step : window);
  const before = Math.ceil(window / slot);
  const slots = before + Math.floor(((points - 1) * step) / slot);
  if (slots > maxSlots) {
    if (hourly) invalid("start", `is too long before end; a query covers at most ${maxSlots / 24} days`);
    invalid("window", "does not fit the step; make one a multiple of the other");
  }
  return { start: first, step, points, window, reading, base: first - before * slot, slot, slots, hourly };
}

function windowOf(reading: SlotReading, step: number, written: string | undefined): number {
  const asked = written === undefined ? undefined : durationMs(written);
  if (asked !== undefined && asked < 1) invalid("window", "must be greater than zero");
  if (reading === "last") return asked ?? lookbackMs;
  return asked ?? (reading === "counter" ? Math.max(step, lookbackMs) : step);
}

/** The longest slot of which both step and window are multiples. */
function slotOf(step: number, window: number): number {
  let [one, other] = [step, window];
  while (other > 0) [one, other] = [other, one % other];
  return one;
}

const niceSeconds = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

/** A round step that gives about two hundred points. */
function niceStep(range: number): number {
  const wanted = range / 200 / 1000;
  return (niceSeconds.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / 86_400) * 86_400) * 1000;
}
