export type TimeMode = "local" | "utc";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `2026-11-15 03:07:12 UTC`: sortable, unambiguous, the same in every locale. */
export function absoluteTime(iso: string, mode: TimeMode): string {
  const parts = partsOf(iso, mode);
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second} ${parts.timeZoneName}`;
}

/** `2026-11-15`: a day, where the hour does not matter. */
export function dateText(iso: string, mode: TimeMode): string {
  const parts = partsOf(iso, mode);
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** A short time for dense columns. The tooltip has the full time. */
export function shortTime(iso: string, mode: TimeMode): string {
  const parts = partsOf(iso, mode);
  return `${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
}

/** `11-16 03:07:12.345`: the time of a log line. */
export function logTime(iso: string, mode: TimeMode): string {
  const at = new Date(iso);
  const digits = (value: number, length = 2) => String(value).padStart(length, "0");
  const [month, day, hours, minutes, seconds] =
    mode === "utc"
      ? [at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
      : [at.getMonth(), at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  const date = `${digits(month + 1)}-${digits(day)}`;
  return `${date} ${digits(hours)}:${digits(minutes)}:${digits(seconds)}.${digits(at.getUTCMilliseconds(), 3)}`;
}

/** `03:07`: a time of today. */
export function clockTime(iso: string, mode: TimeMode): string {
  const parts = partsOf(iso, mode);
  return `${parts.hour}:${parts.minute}`;
}

/** `42s`, `17m`, `3h 20m`, `5d 4h`: two units at most. */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < minute) return `${Math.floor(whole / 1000)}s`;
  if (whole < hour) return `${Math.floor(whole / minute)}m`;
  if (whole < day) return twoUnits(whole, hour, "h", minute, "m");
  return twoUnits(whole, day, "d", hour, "h");
}

/** `3h 20m ago`, or `just now` within a minute, so that the text does not change every second. */
export function relativeTime(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < -minute) return `in ${duration(-passed)}`;
  return passed < minute ? "just now" : `${duration(passed)} ago`;
}

/** `3h 20m`: an age, for columns. */
export function age(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  return passed < minute ? "<1m" : duration(passed);
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)}${largeName}${rest > 0 ? ` ${rest}${smallName}` : ""}`;
}

const formats = inEachMode(formatIn);

/** Makes a value for each mode on its first use: a format takes browsers 10 ms to make. */
export function inEachMode<T>(make: (timeZone: string | undefined) => T): (mode: TimeMode) => T {
  const made = new Map<TimeMode, T>();
  return (mode) => {
    const value = made.get(mode) ?? make(mode === "utc" ? "UTC" : undefined);
    made.set(mode, value);
    return value;
  };
}

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    ...(timeZone ? { timeZone } : {}),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
}

function partsOf(iso: string, mode: TimeMode): Record<string, string> {
  return Object.fromEntries(
    formats(mode)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
}
