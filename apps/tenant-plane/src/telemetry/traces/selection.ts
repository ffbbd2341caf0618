import { parseTime, type spanStatuses } from "@opsplane/contract";
import { bind, chsql, every, invalid, type SqlFragment } from "@opsplane/runtime";
import { inRange } from "../time-range.ts";
import { nanosOf } from "./store/conditions.ts";

export interface SelectionQuery {
  selected_from?: string;
  selected_to?: string;
  selected_min_duration_ms?: number;
  selected_max_duration_ms?: number;
  selected_status?: (typeof spanStatuses)[number];
}

/** The condition of the selected spans. Refuses a selection without a condition. */
export function selectionCondition(query: SelectionQuery, now: Date): SqlFragment {
  const { selected_min_duration_ms: min, selected_max_duration_ms: max, selected_status: status } = query;
  const [from, to] = [timeOf(query.selected_from, now), timeOf(query.selected_to, now)];
  if (from && to && from > to) invalid("selected_from", "must not be after selected_to.");
  if (min !== undefined && max !== undefined && min > max)
    invalid("selected_min_duration_ms", `is ${min}, but must be at most selected_max_duration_ms (${max}).`);
  if (!from && !to && min === undefined && max === undefined && status === undefined)
    invalid("selected_min_duration_ms", "is missing. Select spans by time, duration or status.");
  return every([
    inRange(chsql`start`, { from, to }),
    min !== undefined && chsql`duration >= ${bind.unsigned(nanosOf(min))}`,
    max !== undefined && chsql`duration <= ${bind.unsigned(nanosOf(max))}`,
    status !== undefined && chsql`status = ${bind.text(status)}`,
  ]);
}

function timeOf(written: string | undefined, now: Date): Date | undefined {
  return written === undefined ? undefined : parseTime(written, now);
}
