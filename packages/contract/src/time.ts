const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const relative = /^now(?:-(\d{1,6})([smhdw]))?$/;
const unix = /^\d{9,14}$/;
const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Parses a time in a query: ISO 8601 (UTC without a zone), Unix seconds or milliseconds, or `now-1h`. */
export function parseTime(written: string, now: Date): Date | undefined {
  const step = relative.exec(written);
  if (step) return new Date(now.getTime() - Number(step[1] ?? 0) * (unitMs[step[2] ?? "s"] ?? 0));
  if (unix.test(written)) return new Date(Number(written) * (written.length <= 11 ? 1000 : 1));
  if (!iso.test(written)) return undefined;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(written.slice(10)) || written.length === 10 ? written : `${written}Z`;
  const parsed = new Date(zoned.replace(" ", "T"));
  return Number.isNaN(parsed.getTime()) ? undefined : parsed;
}
