import { expect, test } from "vitest";
import { flowChart } from "./flow-chart.ts";

const step = { from: "", to: "", step_seconds: 60, times: ["1970-01-01T00:00:00.000Z", "1970-01-01T00:01:00.000Z"] };
const aGroup = (key: string | null, label: string) => ({ key, label, bytes: [1, 2], packets: [3, 4], flows: [5, 6] });
const noName = () => undefined;

test("one series of all flows has the name of its measure", () => {
  const { times, series } = flowChart({ ...step, series: [aGroup(null, "All")] }, "packets", undefined, noName);
  expect(times).toEqual([0, 60_000]);
  expect(series).toEqual([{ id: "other", label: "Packets", values: [3, 4] }]);
});

test("groups are named by application, protocol or configuration item, and the rest is faint", () => {
  const labels = (by: "dst_port" | "protocol" | "src_ip", key: string, label: string) =>
    flowChart({ ...step, series: [aGroup(key, label), aGroup(null, "Other")] }, "bytes", by, (ip) =>
      ip === "10.0.0.1" ? "db-1" : undefined,
    ).series.map((each) => [each.label, each.tone]);
  const other = ["Other", "faint"];
  expect(labels("dst_port", "443", "https")).toEqual([["443 https", undefined], other]);
  expect(labels("dst_port", "50123", "")).toEqual([["50123", undefined], other]);
  expect(labels("protocol", "tcp", "TCP")).toEqual([["TCP", undefined], other]);
  expect(labels("src_ip", "10.0.0.1", "private")).toEqual([["10.0.0.1 db-1", undefined], other]);
  expect(labels("src_ip", "10.0.0.2", "private")).toEqual([["10.0.0.2", undefined], other]);
});
