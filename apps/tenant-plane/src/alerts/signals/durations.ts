const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of a duration such as `5m`. */
export function durationMs(written: string): number {
  return Number(written.slice(0, -1)) * (units[written.slice(-1)] ?? 0);
}
