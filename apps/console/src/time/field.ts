import type { TimeMode } from "./format.ts";

/** `2026-11-15T03:07`: a moment as a datetime-local field holds it, in the console's time. */
export function toField(iso: string | null | undefined, mode: TimeMode): string {
  if (!iso) return "";
  const at = new Date(iso);
  if (mode === "local") at.setMinutes(at.getMinutes() - at.getTimezoneOffset());
  return at.toISOString().slice(0, 16);
}

/** The moment that a field's text means; undefined while it is not a whole time. */
export function fromField(text: string, mode: TimeMode): string | undefined {
  // Without a zone the language reads a date with a time as local.
  const at = new Date(mode === "utc" ? `${text}Z` : text);
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
