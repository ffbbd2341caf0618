import type { TimeMode } from "./format.ts";

/** `2026-11-15T03:07`: the value of a datetime-local field, in the time zone of the console. */
export function toField(iso: string | null | undefined, mode: TimeMode): string {
  if (!iso) return "";
  const at = new Date(iso);
  if (mode === "local") at.setMinutes(at.getMinutes() - at.getTimezoneOffset());
  return at.toISOString().slice(0, 16);
}

/** The time in a field; undefined while it is incomplete. */
export function fromField(text: string, mode: TimeMode): string | undefined {
  // JavaScript reads a date and time without a zone as local.
  const at = new Date(mode === "utc" ? `${text}Z` : text);
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
