import { expect, test } from "vitest";
import { overTime } from "./over-time.ts";

const window = { from: new Date("2026-03-01T10:20:00Z"), to: new Date("2026-03-01T13:00:00Z") };
const start = Date.parse("2026-03-01T10:00:00Z") / 3_600_000;
const bars = { step: 3600, numbers: [start, start + 1, start + 2] };
const aRow = (at: number, place: number, bytes: number) => ({ bar: start + at, place, bytes, packets: 2, flows: 1 });

test("without groups there is one series of all flows, with zero for a bar without flows", () => {
  const { times, series } = overTime(window, bars, [], [aRow(1, 0, 70)]);
  expect(times.map((time) => time.slice(11, 16))).toEqual(["10:00", "11:00", "12:00"]);
  expect(series).toEqual([{ key: null, label: "All", bytes: [0, 70, 0], packets: [0, 2, 0], flows: [0, 1, 0] }]);
  expect(overTime(window, bars, [], []).series[0]?.bytes).toEqual([0, 0, 0]);
});

test("all other flows are the last series, and absent when there are none", () => {
  const groups = [
    { key: "tcp", label: "TCP" },
    { key: "udp", label: "UDP" },
  ];
  const rows = [aRow(0, 1, 10), aRow(2, 2, 30)];
  const bytes = (all: typeof rows) => overTime(window, bars, groups, all).series.map((each) => [each.key, each.bytes]);
  expect(bytes(rows)).toEqual([
    ["tcp", [10, 0, 0]],
    ["udp", [0, 0, 30]],
  ]);
  expect(bytes([...rows, aRow(2, 0, 5)]).at(-1)).toEqual([null, [0, 0, 5]]);
});
