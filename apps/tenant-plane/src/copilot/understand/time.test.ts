import { expect, test } from "vitest";
import { findTime } from "./time.ts";

// Tuesday, 17 November 2026, 15:30 in Berlin, which is 14:30 UTC.
const now = new Date("2026-11-17T14:30:00Z");
const berlin = "Europe/Berlin";
const read = (text: string, zone = berlin, ahead = false) => {
  const found = findTime(text.split(" "), now, zone, ahead);
  return found && [found.from?.toISOString() ?? null, found.to?.toISOString() ?? null];
};
const day = (date: string) => `${date}T23:00:00.000Z`;

test.each([
  ["incidents today", day("2026-11-16"), day("2026-11-17")],
  ["incidents yesterday", day("2026-11-15"), day("2026-11-16")],
  ["the day before yesterday", day("2026-11-14"), day("2026-11-15")],
  ["this morning", day("2026-11-16"), "2026-11-17T11:00:00.000Z"],
  ["last night", "2026-11-16T17:00:00.000Z", "2026-11-17T05:00:00.000Z"],
  ["in the last hour", "2026-11-17T13:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["over the past 3 hours", "2026-11-17T11:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["past three hours", "2026-11-17T11:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["in the last 24h", "2026-11-16T14:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["last 7 days", "2026-11-10T14:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["last couple of days", "2026-11-15T14:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["past week", "2026-11-10T14:30:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["last week", day("2026-11-08"), day("2026-11-15")],
  ["this week", day("2026-11-15"), day("2026-11-22")],
  ["this month", "2026-10-31T23:00:00.000Z", day("2026-11-30")],
  ["last month", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["last quarter", "2026-06-30T22:00:00.000Z", "2026-09-30T22:00:00.000Z"],
  ["this year", "2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
  ["last weekend", day("2026-11-13"), day("2026-11-15")],
  ["since monday", day("2026-11-15"), "2026-11-17T14:30:00.000Z"],
  ["since yesterday", day("2026-11-15"), "2026-11-17T14:30:00.000Z"],
  ["since 9am", "2026-11-17T08:00:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["since the start of the month", "2026-10-31T23:00:00.000Z", "2026-11-17T14:30:00.000Z"],
  ["in october", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["in december", "2025-11-30T23:00:00.000Z", "2025-12-31T23:00:00.000Z"],
  ["in march 2026", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
  ["on 12 november", day("2026-11-11"), day("2026-11-12")],
  ["on november 12th", day("2026-11-11"), day("2026-11-12")],
  ["on the 3rd of november 2025", "2025-11-02T23:00:00.000Z", "2025-11-03T23:00:00.000Z"],
  ["on 2026-11-12", day("2026-11-11"), day("2026-11-12")],
  ["on friday", day("2026-11-12"), day("2026-11-13")],
  ["last tuesday", day("2026-11-09"), day("2026-11-10")],
  ["between monday and wednesday", day("2026-11-08"), day("2026-11-11")],
  ["between 1 november and 10 november", "2026-10-31T23:00:00.000Z", day("2026-11-10")],
  ["from 1 november to 10 november", "2026-10-31T23:00:00.000Z", day("2026-11-10")],
  ["between 9am and 11am", "2026-11-17T08:00:00.000Z", "2026-11-17T10:00:00.000Z"],
  ["3 days ago", day("2026-11-13"), day("2026-11-14")],
  ["before monday", null, day("2026-11-15")],
  ["after 2026-11-12", day("2026-11-12"), "2026-11-17T14:30:00.000Z"],
  ["in the next 24 hours", "2026-11-17T14:30:00.000Z", "2026-11-18T14:30:00.000Z"],
  ["tomorrow", day("2026-11-17"), day("2026-11-18")],
  ["next week", day("2026-11-22"), day("2026-11-29")],
  ["in 2025", "2024-12-31T23:00:00.000Z", "2025-12-31T23:00:00.000Z"],
])("reads %s", (text, from, to) => {
  expect(read(text)).toEqual([from, to]);
});

test("a day follows the asker's timezone", () => {
  expect(read("today", "America/New_York")).toEqual(["2026-11-17T05:00:00.000Z", "2026-11-18T05:00:00.000Z"]);
  expect(read("today", "Asia/Tokyo")).toEqual(["2026-11-16T15:00:00.000Z", "2026-11-17T15:00:00.000Z"]);
});

test("a day with a change of the clocks has 23 or 25 hours", () => {
  expect(read("on 25 october 2026")).toEqual(["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
});

test("a weekday is the next one in a question about the future", () => {
  expect(read("on friday", berlin, true)).toEqual([day("2026-11-19"), day("2026-11-20")]);
});

test.each(["may we deploy", "top 5 services", "incidents of checkout", "last few", "since checkout"])(
  "finds no time in: %s",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);
