import { parseTime } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";

/** `from` and `to` of a query as times. The schema has checked their form; a reversed window is refused here. */
export function readWindow(
  query: { from?: string; to?: string },
  now: Date,
): { from: Date | undefined; to: Date | undefined } {
  const from = query.from === undefined ? undefined : parseTime(query.from, now);
  const to = query.to === undefined ? undefined : parseTime(query.to, now);
  if (from && to && from > to) {
    fail("VALIDATION_ERROR", `The window is reversed: from (${query.from}) is after to (${query.to}).`, {
      details: [{ path: "from", message: "must not be after to" }],
    });
  }
  return { from, to };
}
