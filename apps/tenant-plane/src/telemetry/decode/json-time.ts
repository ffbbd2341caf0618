import { parseTime } from "@opsplane/contract";

/**
 * Parses ISO 8601, or a Unix time in seconds, milliseconds, microseconds or nanoseconds; the magnitude gives the unit.
 * Returns undefined for anything else.
 */
export function nanosOf(written: unknown, now: number): bigint | undefined {
  if (typeof written === "number") return Number.isFinite(written) && written >= 0 ? fromNumber(written) : undefined;
  if (typeof written !== "string") return undefined;
  if (inUtc.test(written)) return usualNanos(written);
  if (/^\d{1,19}$/.test(written)) return fromWhole(BigInt(written));
  if (/^\d{1,11}\.\d+$/.test(written)) return fromNumber(Number(written));
  const parsed = parseTime(written, new Date(now));
  if (parsed === undefined || written.startsWith("now")) return undefined;
  return BigInt(parsed.getTime()) * 1_000_000n + belowMillis(written);
}

/** The format of nearly every logger. */
const inUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(?:\.\d{1,9})?Z$/;

/** Most lines of a batch share one minute, so the last parsed minute is kept. */
let lastMinute = "";
let lastMs = Number.NaN;

function usualNanos(written: string): bigint | undefined {
  const minute = written.slice(0, 16);
  if (minute !== lastMinute) {
    lastMinute = minute;
    lastMs = Date.parse(`${minute}Z`);
  }
  if (Number.isNaN(lastMs)) return undefined;
  const millis = lastMs + Number(written.slice(17, -1)) * 1000;
  // A number holds milliseconds exactly, but not smaller units.
  return written.length <= 24 ? BigInt(Math.round(millis)) * 1_000_000n : wholeNanos(written);
}

function wholeNanos(written: string): bigint {
  const seconds = BigInt(lastMs / 1000 + Number(written.slice(17, 19)));
  return seconds * 1_000_000_000n + BigInt(written.slice(20, -1).padEnd(9, "0"));
}

function fromNumber(value: number): bigint {
  if (value < 1e11) return BigInt(Math.round(value * 1e6)) * 1_000n;
  return fromWhole(BigInt(Math.round(value)));
}

function fromWhole(value: bigint): bigint {
  if (value < 100_000_000_000n) return value * 1_000_000_000n;
  if (value < 100_000_000_000_000n) return value * 1_000_000n;
  return value < 100_000_000_000_000_000n ? value * 1_000n : value;
}

/** The digits below milliseconds, which a Date cannot hold. */
function belowMillis(written: string): bigint {
  const digits = /\.(\d{4,9})/.exec(written)?.[1];
  return digits === undefined ? 0n : BigInt(digits.padEnd(9, "0").slice(3));
}
