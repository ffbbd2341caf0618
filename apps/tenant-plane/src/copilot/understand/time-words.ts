import type { Unit } from "./calendar.ts";

// The words of dates and times.

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
export const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
/** Numbers in words, from zero. */
export const numbers = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

export const unitOf: Readonly<Record<string, Unit>> = {
  ...{ minute: "minute", minutes: "minute", min: "minute", mins: "minute", m: "minute" },
  ...{ hour: "hour", hours: "hour", hr: "hour", hrs: "hour", h: "hour" },
  ...{ day: "day", days: "day", d: "day", week: "week", weeks: "week", wk: "week", wks: "week", w: "week" },
  ...{ month: "month", months: "month", quarter: "quarter", quarters: "quarter", year: "year", years: "year" },
};

/** Words of dates and times, for the correction of typos. */
export const timeWords = [
  ...weekdays,
  ...months,
  ...["today", "yesterday", "tomorrow", "week", "weeks", "month", "months", "hour", "hours", "minutes", "days", "year"],
  ...["last", "past", "previous", "since", "between", "during", "quarter", "weekend", "morning", "tonight"],
];
