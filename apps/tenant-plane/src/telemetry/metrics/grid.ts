import { fail, invalid } from "@opsplane/runtime";
import type { Reading } from "./reading.ts";

const hourMs = 3_600_000;
/** How long a sample stands for its series when no newer one has come. */
const lookbackMs = 5 * 60_000;
const maxPoints = 11_000;
const maxSlots = 60_000;

/** What a slot of samples is boiled down to. */
export type SlotReading = "last" | "over" | "counter";

/**
 * Where points are, and the slots that samples are gathered in: a point's window is a whole number of slots, so each sample is
 * read once however the windows overlap. Times are in Unix milliseconds.
 */
export interface Grid {
  start: number;
  step: number;
  points: number;
  window: number;
  reading: SlotReading;
  /** The first slot begins here. */
  base: number;
  slot: number;
  slots: number;
  /** Whole hours: long ranges can be read from what is rolled up. */
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
  if (step < 1) invalid("step", "must be longer than nothing");
  const reading = slotReadings[wanted] ?? "over";
  const hourly = step % hourMs === 0;
  const first = hourly ? Math.floor(start / hourMs) * hourMs : start;
  const points = Math.floor((end - first) / step) + 1;
  if (points > maxPoints)
    fail("VALIDATION_ERROR", `This asks for ${points} points a series, more than ${maxPoints}; take a longer step.`, {
      details: [{ path: "step", message: `must be at least ${Math.ceil((end - first) / maxPoints / 1000)}s` }],
    });
  const window = windowOf(reading, step, writtenWindow);
  const slot = hourly ? hourMs : slotOf(step, reading === "last" ? step : window);
  const before = Math.ceil(window / slot);
  const slots = before + Math.floor(((points - 1) * step) / slot);
  if (slots > maxSlots) {
    if (hourly) invalid("start", `is too long before end; a query covers at most ${maxSlots / 24} days`);
    invalid("window", "and step do not fit each other; make one a multiple of the other");
  }
  return { start: first, step, points, window, reading, base: first - before * slot, slot, slots, hourly };
}

function windowOf(reading: SlotReading, step: number, written: string | undefined): number {
  const asked = written === undefined ? undefined : durationMs(written);
  if (asked !== undefined && asked < 1) invalid("window", "must be longer than nothing");
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

/** About two hundred points, at a width people would choose. */
function niceStep(range: number): number {
  const wanted = range / 200 / 1000;
  return (niceSeconds.find((seconds) => seconds >= wanted) ?? Math.ceil(wanted / 86_400) * 86_400) * 1000;
}
