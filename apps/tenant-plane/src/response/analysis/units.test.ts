import { expect, test } from "vitest";
import { timeText, valueText } from "./units.ts";

test.each([
  ["http.server.duration", "ms", 5, "5 ms"],
  ["http.server.duration", "ms", 1412, "1.41 s"],
  ["http.server.request.duration", "s", 0.0053, "5.3 ms"],
  ["http_request_duration_seconds", "", 1.4123, "1.41 s"],
  ["gc_pause_milliseconds", "", 1500, "1.5 s"],
  ["jvm.gc.pause", "ns", 2_500_000, "2.5 ms"],
  ["process_resident_memory_bytes", "", 536_870_912, "512 MiB"],
  ["process.memory.usage", "By", 1_610_612_736, "1.5 GiB"],
  ["cache_hit_ratio", "", 0.94, "94 %"],
  ["system.cpu.utilization", "1", 0.412, "41.2 %"],
  ["cache_hit_ratio", "", 94, "94"],
  ["disk_used_percent", "", 97.25, "97.3 %"],
  ["db.client.connections.usage", "{connection}", 48, "48"],
  ["queue_depth", "", 25_300, "25.3 k"],
  ["queue_depth", "1", 9_500, "9500"],
  ["node_hwmon_temp_celsius", "", 71, "71 °C"],
])("%s in '%s': %d is %s", (metric, unit, value, text) => {
  expect(valueText(value, { metric, unit, isRate: false })).toBe(text);
});

test.each([
  ["http_requests_total", "", 120, "120/s"],
  ["node_network_receive_bytes_total", "", 3_355_443, "3.2 MiB/s"],
  ["process_cpu_seconds_total", "", 0.98, "980 ms/s"],
  ["http.server.requests", "{request}", 12_500, "12.5 k/s"],
])("the rate of %s in '%s': %d is %s", (metric, unit, value, text) => {
  expect(valueText(value, { metric, unit, isRate: true })).toBe(text);
});

test("times have the unit that is easy to read", () => {
  expect([0, 0.85, 12.34, 900, 59_000, 150_000, 9_000_000].map(timeText)).toEqual([
    ...["0 ms", "850 µs", "12.3 ms", "900 ms", "59 s", "2.5 min", "2.5 h"],
  ]);
});
