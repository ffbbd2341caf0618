import { invalid } from "@opsplane/runtime";
import { readWindow } from "../window.ts";

export interface Window {
  from: Date;
  to: Date;
}

const hour = 3_600_000;

/** The times that the columns can hold; nothing is stored beyond them. */
const [earliest, latest] = [0, Date.UTC(2200, 0, 1)];

/** The window a query asks for: where it does not say, up to now, and so many hours back. Both ends belong to it. */
export function windowOf(query: { from?: string; to?: string }, now: Date, hours: number): Window {
  const { from, to = now } = readWindow({ ...query, to: query.to ?? "now" }, now);
  return { from: within(from?.getTime() ?? to.getTime() - hours * hour), to: within(to.getTime()) };
}

function within(time: number): Date {
  return new Date(Math.min(Math.max(time, earliest), latest));
}

/** A time of a query that must be one the store can hold. */
export function storableTime(path: string, time: Date): Date {
  const ms = time.getTime();
  if (!(ms >= earliest && ms <= latest)) invalid(path, "must lie between 1970-01-01 and 2200-01-01");
  return time;
}
