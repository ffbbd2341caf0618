import { readWindow } from "../window.ts";

export interface Window {
  from: Date;
  to: Date;
}

const hour = 3_600_000;

// What the time columns can hold; what lies beyond has no rows.
const [earliest, latest] = [0, Date.UTC(2200, 0, 1)];

/** The window a query asks for: where it does not say, up to now, and so many hours back. Both ends belong to it. */
export function windowOf(query: { from?: string; to?: string }, now: Date, hours: number): Window {
  const { from, to = now } = readWindow({ ...query, to: query.to ?? "now" }, now);
  return { from: within(from?.getTime() ?? to.getTime() - hours * hour), to: within(to.getTime()) };
}

function within(time: number): Date {
  return new Date(Math.min(Math.max(time, earliest), latest));
}
