import type { Filter } from "./filters.ts";
import type { Random } from "./random.ts";

const day = "date_trunc('day', now())";
const week = "date_trunc('week', now())";
const month = "date_trunc('month', now())";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** A day in several languages of dates: English, ISO and with dots. */
function sayDay(random: Random, date: Date): string {
  const [number, name, year] = [date.getUTCDate(), months[date.getUTCMonth()] ?? "", date.getUTCFullYear()];
  const two = (value: number) => String(value).padStart(2, "0");
  return random.pick([
    `${number} ${name}`,
    `${name} ${number}`,
    `${year}-${two(date.getUTCMonth() + 1)}-${two(number)}`,
    `${two(number)}.${two(date.getUTCMonth() + 1)}.${year}`,
  ]);
}

/** When `column` was; the verb says which time is meant. */
export function timeOf(random: Random, now: number, column: string, verb: string): Filter {
  const ranges: readonly [() => readonly [string, string, string?], ...(() => readonly [string, string, string?])[]] = [
    () => ["today", `${day}`],
    () => ["yesterday", `${day} - interval '1 day'`, day],
    () => ["this week", week],
    () => ["last week", `${week} - interval '7 days'`, week],
    () => ["this month", month],
    () => ["last month", `${month} - interval '1 month'`, month],
    () => {
      const count = 2 + random.below(28);
      return [
        random.pick([`in the last ${count} days`, `in the past ${count} days`]),
        `now() - interval '${count} days'`,
      ];
    },
    () => {
      const count = 2 + random.below(70);
      return [
        random.pick([`in the last ${count} hours`, `in the last ${count}h`]),
        `now() - interval '${count} hours'`,
      ];
    },
    () => ["since yesterday", `${day} - interval '1 day'`],
    () => {
      const date = new Date(now - (1 + random.below(20)) * 86_400_000);
      const text = date.toISOString().slice(0, 10);
      return [
        `on ${sayDay(random, date)}`,
        `timestamptz '${text} 00:00Z'`,
        `timestamptz '${text} 00:00Z' + interval '1 day'`,
      ];
    },
    () => {
      const date = new Date(now - (2 + random.below(25)) * 86_400_000);
      return [`since ${sayDay(random, date)}`, `timestamptz '${date.toISOString().slice(0, 10)} 00:00Z'`];
    },
    () => {
      const from = random.pick([0, 8, 11, 18, 22] as const);
      const to = from + 1 + random.below(2);
      const two = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
      const start = `${day} - interval '1 day'`;
      return [
        random.pick([`yesterday between ${two(from)} and ${two(to)}`, `yesterday from ${two(from)} to ${two(to)}`]),
        `${start} + interval '${from} hours'`,
        `${start} + interval '${to} hours'`,
      ];
    },
    () => ["yesterday before noon", `${day} - interval '1 day'`, `${day} - interval '12 hours'`],
  ];
  const [say, from, to] = random.pick(ranges)();
  return {
    slot: "time",
    say: verb === "" ? say : `${verb} ${say}`,
    sql:
      to === undefined ? `${column} >= ${from} and ${column} <= now()` : `${column} >= ${from} and ${column} < ${to}`,
  };
}
