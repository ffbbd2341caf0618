import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import type { View } from "../view.ts";

const day = 86_400_000;

/** The changes of the next days, soonest first. */
export async function readChangeCalendar(
  { days = 7, limit = 20 }: WidgetOptions<"change_calendar">,
  { reads, now }: View,
): Promise<WidgetData<"change_calendar">> {
  const to = new Date(now.getTime() + days * day);
  const { changes, conflicts } = await reads.changes.calendar({
    query: { from: now.toISOString(), to: to.toISOString() },
  });
  const conflicting = new Set(conflicts.flatMap(({ a, b }) => [a, b]));
  const sorted = changes.toSorted((one, other) =>
    (one.requested_start ?? "").localeCompare(other.requested_start ?? ""),
  );
  return {
    changes: sorted
      .slice(0, limit)
      .map(({ id, reference, title, status, risk_level, requested_start, requested_end }) => ({
        ...{ reference, title, status, risk_level },
        ...{ starts_at: requested_start, ends_at: requested_end, has_conflict: conflicting.has(id) },
      })),
    left_out: Math.max(0, sorted.length - limit),
  };
}
