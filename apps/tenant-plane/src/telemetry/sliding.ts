import { fail } from "@opsplane/runtime";

/** Points in time, each with the window before it. Times are Unix milliseconds. */
export interface SlidingWindows {
  start: number;
  step: number;
  points: number;
  window: number;
}

/** Slots of which both steps and windows are made, so each row is read once even when windows overlap. */
export interface SlotPlan {
  base: number;
  slot: number;
  slots: number;
  perStep: number;
  perWindow: number;
}

export function slotPlan({ start, step, points, window }: SlidingWindows): SlotPlan {
  let [slot, rest] = [step, window];
  while (rest > 0) [slot, rest] = [rest, slot % rest];
  const [perStep, perWindow] = [step / slot, window / slot];
  return { base: start - window, slot, slots: perWindow + (points - 1) * perStep, perStep, perWindow };
}

/** A number for each point of each group. A point without one has 0 in `there`. */
export interface GroupLine {
  labels: Record<string, string>;
  values: Float64Array;
  there: Uint8Array;
}

/** The most rows that one read for evaluation returns. */
export const maxSlotRows = 500_000;

export function assertFewSlots(rows: number): void {
  if (rows > maxSlotRows)
    fail("VALIDATION_ERROR", "There are too many groups in this window; group by fewer labels or narrow the query.");
}

/** Labels without the empty ones. */
export function labelsOf(by: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    by.map((name, at) => [name, values[at] ?? ""] as const).filter(([, value]) => value !== ""),
  );
}
