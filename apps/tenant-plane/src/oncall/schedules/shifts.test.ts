import { type ScheduleLayer, weekdays } from "@opsplane/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTimezone } from "./local-time.ts";
import { type Override, type Rota, type Shift, timelineOf } from "./shifts.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const aLayer = (fields: Partial<ScheduleLayer>): ScheduleLayer => ({
  name: "",
  user_ids: ["ada"],
  starts_at: "2026-01-05T08:00:00.000Z",
  ends_at: null,
  rotation: "custom",
  shift_hours: 24,
  restrictions: [],
  ...fields,
});

const written = (shifts: readonly Shift[]) =>
  shifts.map(({ from, to, userId }) => [new Date(from).toISOString(), new Date(to).toISOString(), userId]);

function finalOf(rota: Partial<Rota>, from: string, to: string) {
  const whole = { timezone: "Europe/Berlin", layers: [], overrides: [], ...rota };
  return written(timelineOf(whole, Date.parse(from), Date.parse(to)).final);
}

describe("handoffs", () => {
  test("keep their local time when clocks change", () => {
    const layers = [aLayer({ user_ids: ["ada", "bob"], starts_at: "2026-03-27T08:00:00Z" })];
    expect(finalOf({ layers }, "2026-03-28T00:00:00Z", "2026-03-30T12:00:00Z")).toEqual([
      ["2026-03-28T00:00:00.000Z", "2026-03-28T08:00:00.000Z", "ada"],
      ["2026-03-28T08:00:00.000Z", "2026-03-29T07:00:00.000Z", "bob"],
      ["2026-03-29T07:00:00.000Z", "2026-03-30T07:00:00.000Z", "ada"],
      ["2026-03-30T07:00:00.000Z", "2026-03-30T12:00:00.000Z", "bob"],
    ]);
  });

  test("in a skipped hour happen when clocks change, and in a repeated hour at its first pass", () => {
    const spring = [aLayer({ user_ids: ["ada", "bob"], starts_at: "2026-03-28T01:30:00Z" })];
    expect(finalOf({ layers: spring }, "2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z")[1]?.[0]).toBe(
      "2026-03-29T01:00:00.000Z",
    );
    const autumn = [aLayer({ user_ids: ["ada", "bob"], starts_at: "2026-10-24T00:30:00Z" })];
    expect(finalOf({ layers: autumn }, "2026-10-24T23:00:00Z", "2026-10-25T03:00:00Z")[1]?.[0]).toBe(
      "2026-10-25T00:30:00.000Z",
    );
  });
});

test("a later layer replaces an earlier one where it has someone, and an override replaces all", () => {
  const layers = [
    aLayer({ user_ids: ["ada"] }),
    aLayer({ user_ids: ["bob"], restrictions: [{ days: ["tue"], start: "09:00", end: "17:00" }] }),
  ];
  const override = { id: "o1", user_id: "cy", starts_at: "2026-01-06T12:00:00Z", ends_at: "2026-01-06T14:00:00Z" };
  const newer = { id: "o2", user_id: "di", starts_at: "2026-01-06T13:00:00Z", ends_at: "2026-01-06T13:30:00Z" };
  expect(finalOf({ layers, overrides: [override, newer] }, "2026-01-06T00:00:00Z", "2026-01-07T00:00:00Z")).toEqual([
    ["2026-01-06T00:00:00.000Z", "2026-01-06T08:00:00.000Z", "ada"],
    ["2026-01-06T08:00:00.000Z", "2026-01-06T12:00:00.000Z", "bob"],
    ["2026-01-06T12:00:00.000Z", "2026-01-06T13:00:00.000Z", "cy"],
    ["2026-01-06T13:00:00.000Z", "2026-01-06T13:30:00.000Z", "di"],
    ["2026-01-06T13:30:00.000Z", "2026-01-06T14:00:00.000Z", "cy"],
    ["2026-01-06T14:00:00.000Z", "2026-01-06T16:00:00.000Z", "bob"],
    ["2026-01-06T16:00:00.000Z", "2026-01-07T00:00:00.000Z", "ada"],
  ]);
});

test("gaps are found: before the first turn, outside of restrictions and after the end", () => {
  const layers = [
    aLayer({
      starts_at: "2026-01-05T08:00:00Z",
      ends_at: "2026-01-06T10:00:00Z",
      restrictions: [{ start: "09:00", end: "17:00" }],
    }),
  ];
  expect(finalOf({ layers }, "2026-01-05T00:00:00Z", "2026-01-07T00:00:00Z")).toEqual([
    ["2026-01-05T00:00:00.000Z", "2026-01-05T08:00:00.000Z", null],
    ["2026-01-05T08:00:00.000Z", "2026-01-05T16:00:00.000Z", "ada"],
    ["2026-01-05T16:00:00.000Z", "2026-01-06T08:00:00.000Z", null],
    ["2026-01-06T08:00:00.000Z", "2026-01-06T10:00:00.000Z", "ada"],
    ["2026-01-06T10:00:00.000Z", "2026-01-07T00:00:00.000Z", null],
  ]);
});

test("offsets and unknown names are no timezones", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires"].every(isTimezone)).toBe(true);
  expect(["+02:00", "Mars/Olympus", ""].some(isTimezone)).toBe(false);
});

// The same definition, minute by minute: a person is on call by what the wall clock shows. While an hour is repeated, the clock
// stands still at the end of its first pass.

function wallClock(timezone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const known = new Map<number, number>();
  const read = (instant: number) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute);
  };
  return (instant) => {
    const wall = known.get(instant) ?? read(instant);
    known.set(instant, wall);
    return wall;
  };
}

function personByCalendar(rota: Rota, wall: (instant: number) => number, at: number, shown: number): string | null {
  const override = rota.overrides.findLast(
    ({ starts_at, ends_at }) => Date.parse(starts_at) <= at && at < Date.parse(ends_at),
  );
  if (override) return override.user_id;
  const applies = (layer: ScheduleLayer) =>
    Date.parse(layer.starts_at) <= at &&
    (layer.ends_at === null || at < Date.parse(layer.ends_at)) &&
    (layer.restrictions.length === 0 || layer.restrictions.some((each) => isOpen(each, shown)));
  const layer = rota.layers.findLast(applies);
  if (!layer) return null;
  const turn = Math.floor((shown - wall(Date.parse(layer.starts_at))) / (layer.shift_hours * hour));
  return layer.user_ids[turn % layer.user_ids.length] ?? null;
}

function isOpen({ days, start, end }: ScheduleLayer["restrictions"][number], shown: number): boolean {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const of = (date: number) => {
    const weekday = weekdays[(new Date(date).getUTCDay() + 6) % 7];
    if (days && weekday && !days.includes(weekday)) return false;
    const opens = date + minutes(start) * minute;
    const closes = date + minutes(end) * minute + (minutes(end) > minutes(start) ? 0 : day);
    return opens <= shown && shown < closes;
  };
  const today = Math.floor(shown / day) * day;
  return of(today) || of(today - day);
}

const zones = [
  ["Europe/Berlin", "2026-03-29T01:00Z", "2026-10-25T01:00Z"],
  ["America/New_York", "2026-03-08T07:00Z", "2026-11-01T06:00Z"],
  // Half an hour.
  ["Australia/Lord_Howe", "2026-04-04T15:00Z", "2026-10-03T15:30Z"],
  // Winter time during Ramadan.
  ["Africa/Casablanca", "2026-02-15T02:00Z", "2026-03-22T02:00Z"],
  // At midnight.
  ["America/Santiago", "2026-04-05T03:00Z", "2026-09-06T04:00Z"],
  // A day that was left out.
  ["Pacific/Apia", "2011-12-30T10:00Z", "2011-09-24T11:00Z"],
] as const;

const clockTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "15", "30"))
  .map(([hours, minutes]) => `${String(hours).padStart(2, "0")}:${minutes}`);
const restriction = fc.record(
  { days: fc.subarray([...weekdays], { minLength: 1 }), start: clockTime, end: clockTime },
  { requiredKeys: ["start", "end"] },
);
const people = fc.array(fc.constantFrom("ada", "bob", "cy", "di"), { minLength: 1, maxLength: 4 });

function aRota(timezone: string, around: number): fc.Arbitrary<Rota> {
  const time = (min: number, max: number) =>
    fc
      .integer({ min: (min * day) / minute, max: (max * day) / minute })
      .map((minutes) => new Date(around + minutes * minute).toISOString());
  const layer = fc.record({
    user_ids: people,
    starts_at: fc.oneof(time(-3, 2), time(-400, -3)),
    ends_at: fc.option(time(-1, 4)),
    shift_hours: fc.constantFrom(1, 3, 12, 24, 36, 168),
    restrictions: fc.array(restriction, { maxLength: 3 }),
  });
  const override = fc
    .tuple(time(-3, 3), time(-3, 3), fc.constantFrom("ed", "flo"), fc.uuid())
    .map(([one, two, user_id, id]): Override => {
      const [starts_at = one, ends_at = two] = [one, two].sort();
      return { id, user_id, starts_at, ends_at };
    });
  return fc.record({
    timezone: fc.constant(timezone),
    layers: fc.array(layer.map(aLayer), { maxLength: 3 }),
    overrides: fc.array(override, { maxLength: 3 }),
  });
}

describe.each(zones)("in %s", (timezone, ...changes) => {
  test.each(changes)("a rota around %s is that of the calendar", (change) => {
    const around = Date.parse(change);
    const wall = wallClock(timezone);
    const [from, to] = [around - 30 * hour, around + 54 * hour];
    const minutes: [at: number, shown: number][] = [];
    let shown = 0;
    for (let at = from - 2 * day; at < to; at += minute) {
      shown = Math.max(shown, wall(at));
      if (at >= from) minutes.push([at, shown]);
    }
    fc.assert(
      fc.property(aRota(timezone, around), (rota) => {
        const { final } = timelineOf(rota, from, to);
        expect(final[0]?.from).toBe(from);
        expect(final.at(-1)?.to).toBe(to);
        for (const [index, shift] of final.entries()) {
          expect(shift.from).toBeLessThan(shift.to);
          if (index > 0) expect(shift.from).toBe(final[index - 1]?.to);
        }
        let current = 0;
        for (const [at, seen] of minutes) {
          while ((final[current]?.to ?? to) <= at) current++;
          if (final[current]?.userId !== personByCalendar(rota, wall, at, seen))
            expect([new Date(at).toISOString(), final[current]?.userId]).toEqual([
              new Date(at).toISOString(),
              personByCalendar(rota, wall, at, seen),
            ]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

test("a year of five layers with restrictions needs few conversions", () => {
  const layers = Array.from({ length: 5 }, (_, index) =>
    aLayer({ user_ids: ["ada", "bob", `${index}`], restrictions: [{ start: "08:00", end: "18:00" }] }),
  );
  const rota = { timezone: "Europe/Berlin", layers, overrides: [] };
  const { final } = timelineOf(rota, Date.parse("2026-01-01T00:00Z"), Date.parse("2027-01-02T00:00Z"));
  expect(final.length).toBeGreaterThan(700);
});
