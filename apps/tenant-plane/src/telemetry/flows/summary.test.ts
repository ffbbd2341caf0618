import { expect, test } from "vitest";
import { summarise } from "./summary.ts";

const at = (written: string) => new Date(written).getTime() / 1000;
const anHour = (hour: string, bytes = 10) => ({ hour: at(hour), flows: 2, bytes, packets: 3, protocols: ["tcp"] });
const hoursOf = (series: { ts: string; bytes: number }[]) => series.map(({ ts, bytes }) => [ts.slice(11, 16), bytes]);

test("the series has every hour of the window, including empty ones", () => {
  const window = { from: new Date("2026-03-01T10:20:00Z"), to: new Date("2026-03-01T13:05:00Z") };
  const { bytes_series } = summarise(window, [anHour("2026-03-01T11:00:00Z", 70)], []);
  expect(hoursOf(bytes_series)).toEqual([
    ["10:00", 0],
    ["11:00", 70],
    ["12:00", 0],
    ["13:00", 0],
  ]);
});

test("an hour that starts at the end of the window is included only when it has flows", () => {
  const window = { from: new Date("2026-03-01T10:00:00Z"), to: new Date("2026-03-01T12:00:00Z") };
  expect(hoursOf(summarise(window, [], []).bytes_series)).toEqual([
    ["10:00", 0],
    ["11:00", 0],
  ]);
  expect(summarise(window, [anHour("2026-03-01T12:00:00Z")], []).bytes_series).toHaveLength(3);
});

test("totals count each protocol once", () => {
  const window = { from: new Date("2026-03-01T10:00:00Z"), to: new Date("2026-03-01T12:00:00Z") };
  const hours = [
    { ...anHour("2026-03-01T10:00:00Z"), protocols: ["tcp", "udp"] },
    { ...anHour("2026-03-01T11:00:00Z"), protocols: ["udp"] },
  ];
  expect(summarise(window, hours, []).totals).toEqual({ flows: 4, bytes: 20, packets: 6, protocols: 2 });
});

test("a window of many years shows only hours with flows", () => {
  const window = { from: new Date(0), to: new Date("2026-03-01T12:00:00Z") };
  expect(summarise(window, [anHour("2026-03-01T11:00:00Z")], []).bytes_series).toHaveLength(1);
});

test("a port is labeled by the protocol with the most bytes", () => {
  const window = { from: new Date("2026-03-01T10:00:00Z"), to: new Date("2026-03-01T12:00:00Z") };
  const ports = [{ dst_port: 514, protocol: "udp", bytes: 5, flows: 1 }];
  expect(summarise(window, [], ports).top_dest_ports).toEqual([{ dst_port: 514, label: "syslog", bytes: 5, flows: 1 }]);
});
