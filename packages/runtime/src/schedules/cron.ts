import { Cron } from "croner";

/** A cron expression of five fields, read in a timezone: a slot keeps its local time when clocks change. */
export interface CronTime {
  cron: string;
  timezone: string;
}

export interface CronProblem {
  field: "cron" | "timezone";
  message: string;
}

/** Why these can never run; undefined when they can. */
export function cronProblem({ cron, timezone }: CronTime): CronProblem | undefined {
  if (!isTimezone(timezone)) return { field: "timezone", message: "must be an IANA timezone such as Europe/Berlin" };
  try {
    if (slotsAfter({ cron, timezone }, new Date(), 1).length > 0) return undefined;
    return { field: "cron", message: "must match a time in the future" };
  } catch {
    return {
      field: "cron",
      message: "must have five fields: minute, hour, day of month, month, day of week; such as 0 22 * * TUE",
    };
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The next slots, all after this time. */
export function slotsAfter({ cron, timezone }: CronTime, after: Date, count: number): Date[] {
  return pattern(cron, timezone).nextRuns(count, after);
}

/** The last slot that is not after this time. */
export function slotAtOrBefore({ cron, timezone }: CronTime, at: Date): Date | undefined {
  // `previousRuns` leaves out its reference, and slots are whole minutes.
  return pattern(cron, timezone).previousRuns(1, new Date(at.getTime() + 1000))[0];
}

function pattern(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: "5-part", paused: true });
}
