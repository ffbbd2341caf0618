import { parseTime } from "@opsplane/contract";

/**
 * A time as senders write it: ISO 8601, or a Unix time in seconds, milliseconds, microseconds or nanoseconds, told apart by size.
 * Undefined when it is none.
 */
export function nanosOf(written: unknown, now: number): bigint | undefined {
  if (typeof written === "number") return Number.isFinite(written) && written >= 0 ? fromNumber(written) : undefined;
  if (typeof written !== "string") return undefined;
  if (/^\d{1,19}$/.test(written)) return fromWhole(BigInt(written));
  if (/^\d{1,11}\.\d+$/.test(written)) return fromNumber(Number(written));
  const parsed = parseTime(written, new Date(now));
  if (parsed === undefined || written.startsWith("now")) return undefined;
  return BigInt(parsed.getTime()) * 1_000_000n + belowMillis(written);
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

/** The digits of an ISO time that a Date cannot hold. */
function belowMillis(written: string): bigint {
  const digits = /\.(\d{4,9})/.exec(written)?.[1];
  return digits === undefined ? 0n : BigInt(digits.padEnd(9, "0").slice(3));
}
