/** When a recurring change begins, as the form shows it. Weekdays are cron's names. */
export type RecurringTime =
  | { repeats: "daily"; time: string }
  | { repeats: "weekly"; time: string; weekdays: string[] }
  | { repeats: "monthly"; time: string; nth: string; weekday: string }
  | { repeats: "custom"; cron: string };

export type Repeats = RecurringTime["repeats"];

export const repeatWords: Record<Repeats, string> = {
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
  custom: "Custom (cron)",
};

export const weekdayWords: Readonly<Record<string, string>> = {
  MON: "Monday",
  TUE: "Tuesday",
  WED: "Wednesday",
  THU: "Thursday",
  FRI: "Friday",
  SAT: "Saturday",
  SUN: "Sunday",
};

export const nthWords: Readonly<Record<string, string>> = {
  "1": "first",
  "2": "second",
  "3": "third",
  "4": "fourth",
  L: "last",
};

const shape = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/;
const nthWeekday = /^([A-Z]{3})#([1-4L])$/;

/** Reads the expressions that the form writes; any other is custom. */
export function readCron(cron: string): RecurringTime {
  const [, minute = "", hour = "", days = ""] = shape.exec(cron) ?? [];
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (days === "*") return { repeats: "daily", time };
  const [, weekday, nth] = nthWeekday.exec(days) ?? [];
  if (weekday && nth && weekday in weekdayWords) return { repeats: "monthly", time, nth, weekday };
  const weekdays = days.split(",");
  if (weekdays.every((day) => day in weekdayWords)) return { repeats: "weekly", time, weekdays };
  return { repeats: "custom", cron };
}

export function writeCron(when: RecurringTime): string {
  if (when.repeats === "custom") return when.cron.trim();
  const [hour = "0", minute = "0"] = when.time.split(":");
  const at = `${Number(minute)} ${Number(hour)} * *`;
  if (when.repeats === "daily") return `${at} *`;
  if (when.repeats === "monthly") return `${at} ${when.weekday}#${when.nth}`;
  return `${at} ${inOrder(when.weekdays).join(",")}`;
}

/** The same time with another repetition. */
export function repeatedBy(when: RecurringTime, repeats: Repeats): RecurringTime {
  const time = when.repeats === "custom" ? "22:00" : when.time;
  switch (repeats) {
    case "daily":
      return { repeats, time };
    case "weekly":
      return { repeats, time, weekdays: ["TUE"] };
    case "monthly":
      return { repeats, time, nth: "2", weekday: "TUE" };
    case "custom":
      return { repeats, cron: writeCron(when) };
  }
}

/** `Every second Tuesday of the month at 22:00`. */
export function scheduleText(cron: string): string {
  const when = readCron(cron);
  switch (when.repeats) {
    case "daily":
      return `Every day at ${when.time}`;
    case "weekly":
      return `Every ${inOrder(when.weekdays)
        .map((day) => weekdayWords[day])
        .join(", ")} at ${when.time}`;
    case "monthly":
      return `Every ${nthWords[when.nth]} ${weekdayWords[when.weekday]} of the month at ${when.time}`;
    case "custom":
      return cron;
  }
}

function inOrder(days: readonly string[]): string[] {
  return Object.keys(weekdayWords).filter((day) => days.includes(day));
}
