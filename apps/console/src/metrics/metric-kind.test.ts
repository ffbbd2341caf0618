import { expect, test } from "vitest";
import { defaultAggregation, factsOf, longestPart, sharedUnit, unitOf } from "./metric-kind.ts";

const aMetric = (metric_name: string, type = "unknown", unit = "") => ({ metric_name, type, unit });

test.each([
  [aMetric("http_requests_total", "counter"), "rate"],
  [aMetric("http_requests_total"), "rate"],
  [aMetric("requests", "counter"), "rate"],
  [aMetric("latency_seconds_bucket"), "p95"],
  [aMetric("http.server.duration", "histogram"), "p95"],
  [aMetric("latency_seconds_count", "histogram"), "rate"],
  [aMetric("memory_bytes", "gauge"), "avg"],
  [aMetric("queue_total", "gauge"), "avg"],
  [aMetric("temperature"), "avg"],
] as const)("$0.metric_name ($0.type) is aggregated with %s", (facts, agg) => {
  expect(defaultAggregation(facts)).toBe(agg);
});

test.each([
  [aMetric("memory_bytes"), "avg", "bytes"],
  [aMetric("network_bytes_total"), "rate", "bytes/s"],
  [aMetric("http_requests_total"), "rate", "count/s"],
  [aMetric("cpu_seconds_total"), "rate", "count"],
  [aMetric("latency_seconds_bucket"), "p95", "seconds"],
  [aMetric("latency_seconds_count"), "rate", "count/s"],
  [aMetric("latency_milliseconds"), "max", "milliseconds"],
  [aMetric("duration", "histogram", "ms"), "p95", "milliseconds"],
  [aMetric("system.memory.usage", "gauge", "By"), "sum", "bytes"],
  [aMetric("system.cpu.utilization", "gauge", "1"), "avg", "ratio"],
  [aMetric("disk_used_percent"), "avg", "percent"],
  [aMetric("memory_bytes"), "count", "count"],
  [aMetric("up"), "sum", "count"],
] as const)("$0.metric_name with %s has the unit %s", (facts, agg, unit) => {
  expect(unitOf(facts, agg)).toBe(unit);
});

test("a chart has the unit that all its queries share", () => {
  expect(sharedUnit(["bytes", "bytes"])).toBe("bytes");
  expect(sharedUnit(["bytes", "seconds"])).toBe("mixed");
  expect(sharedUnit([])).toBe("count");
});

test("a name with a wildcard has the facts of the first match", () => {
  const found = [aMetric("xhttp_a"), aMetric("http_bytes", "counter"), aMetric("http_c", "gauge")];
  expect(factsOf("http_*", found)).toEqual(found[1]);
  expect(factsOf("http_c", found)).toEqual(found[2]);
  expect(factsOf("http", found)).toEqual(aMetric("http"));
  expect(longestPart("*http_*_total")).toBe("_total");
});
