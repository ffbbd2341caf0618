import type { Incident } from "@opsplane/contract";
import type { Interval } from "../time/range.ts";

const minute = 60_000;
const lead = 30 * minute;
const trail = 15 * minute;
/** A longer incident is shown from its start. */
const longest = 6 * 60 * minute;

/** From half an hour before an incident until a while after its end, or until now. */
export function incidentWindow(
  { created_at, resolved_at }: Pick<Incident, "created_at" | "resolved_at">,
  now: number,
): Interval {
  const from = Date.parse(created_at) - lead;
  const end = resolved_at ? Math.min(Date.parse(resolved_at) + trail, now) : now;
  return { from, to: Math.min(end, from + longest) };
}
