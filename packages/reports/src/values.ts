import type { Figure, Unit } from "./model.ts";

/** A value as people read it: `1,204`, `12.5 %`, `3 h 20 min`, `EUR 12.00`. */
export function valueText(value: number | null, unit: Unit, currency = "USD"): string {
  if (value === null || !Number.isFinite(value)) return "–";
  if (unit === "percent") return `${rounded(value, 1)} %`;
  if (unit === "precise_percent") return `${rounded(value, 3)} %`;
  if (unit === "money") return `${currency} ${rounded(value, 2, 2)}`;
  if (unit === "seconds") return durationText(value);
  if (unit === "minutes") return durationText(value * 60);
  return rounded(value, unit === "count" ? 0 : 2);
}

/** `1 change`, `1,204 changes`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${rounded(count, 0)} ${count === 1 ? one : many}`;
}

function rounded(value: number, maximumFractionDigits: number, minimumFractionDigits = 0): string {
  return value.toLocaleString("en-US", { maximumFractionDigits, minimumFractionDigits });
}

const units = [
  { seconds: 86_400, name: "d" },
  { seconds: 3600, name: "h" },
  { seconds: 60, name: "min" },
  { seconds: 1, name: "s" },
] as const;

/** Two units at most, because nobody acts on the seconds of a day. */
export function durationText(seconds: number): string {
  const sign = seconds < 0 ? "-" : "";
  const whole = Math.abs(seconds);
  const at = units.findIndex((unit) => whole >= unit.seconds);
  const large = units[at];
  if (whole < 60 || !large) return `${sign}${rounded(whole, whole < 10 ? 1 : 0)} s`;
  const small = units[at + 1];
  const count = Math.floor(whole / large.seconds);
  const rest = small ? Math.floor((whole % large.seconds) / small.seconds) : 0;
  return `${sign}${count} ${large.name}${small && rest > 0 ? ` ${rest} ${small.name}` : ""}`;
}

export const noChange = "no change";

/** The change against the period before, as `+12 %`; null when there is nothing to compare. */
export function changeText({ value, before }: Pick<Figure, "value" | "before">): string | null {
  const percent = changePercent(value, before ?? null);
  if (percent === null) return null;
  const shown = rounded(percent, Math.abs(percent) < 10 ? 1 : 0);
  if (Number(shown) === 0) return noChange;
  return `${percent > 0 ? "+" : ""}${shown} %`;
}

export function changePercent(value: number | null, before: number | null): number | null {
  if (value === null || before === null || before === 0) return null;
  return ((value - before) / Math.abs(before)) * 100;
}

/** Whether a figure reaches its target; undefined without one. */
export function meetsTarget({ value, target, better }: Figure): boolean | undefined {
  if (value === null || target === undefined) return undefined;
  return better === "lower" ? value <= target : value >= target;
}

/** Whether the change is good or bad; undefined when it is neither. */
export function isImprovement({ value, before, better }: Figure): boolean | undefined {
  if (value === null || before === null || before === undefined || better === undefined || value === before)
    return undefined;
  return better === "lower" ? value < before : value > before;
}
