import { CommandError } from "./command.ts";

const form = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** A date (midnight in UTC) or a time with its timezone. */
export function readTime(text: string): Date {
  const [, year, month, day] = form.exec(text) ?? [];
  const time = new Date(text);
  // JavaScript takes February 31 for March 3.
  const isReal = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (!isReal || Number.isNaN(time.getTime()))
    throw new CommandError("The time must be a date such as 2027-01-31, or a time such as 2027-01-31T08:00:00Z.");
  return time;
}
