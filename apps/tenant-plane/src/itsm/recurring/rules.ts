import { type CronTime, cronProblem, invalid, slotsAfter } from "@opsplane/runtime";

const minGapMinutes = 60;
const checkedSlots = 50;

/** Refuses what is no schedule, and one that would flood the list of changes. */
export function assertSchedule(time: CronTime, now: Date): void {
  const problem = cronProblem(time);
  if (problem) invalid(problem.field, problem.message);
  const slots = slotsAfter(time, now, checkedSlots);
  const gaps = slots.slice(1).map((slot, index) => slot.getTime() - (slots[index]?.getTime() ?? 0));
  if (Math.min(...gaps) < minGapMinutes * 60_000) invalid("cron", "must leave at least an hour between two changes");
}

/** The window of the change for a slot. */
export function windowOf(slot: Date, durationMinutes: number): { requested_start: string; requested_end: string } {
  const end = new Date(slot.getTime() + durationMinutes * 60_000);
  return { requested_start: slot.toISOString(), requested_end: end.toISOString() };
}
