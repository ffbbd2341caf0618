import { expect, test } from "vitest";
import { conditionText, policyText, valueText } from "./condition-words.ts";

test.each([
  [
    { type: "threshold", metric_name: "load", match: ['host="web-1"'], agg: "max", threshold: 8, window: "2m" },
    'Maximum of load{host="web-1"} over 2m is above 8',
  ],
  [
    { type: "threshold", metric_name: "load", threshold: 0.25, operator: "<=" },
    "Average of load over 5m is at most 0.25",
  ],
  [
    { type: "rate", metric_name: "errors_total", operator: ">=", threshold: 3 },
    "Rate of errors_total over 5m is at least 3 a second",
  ],
  [{ type: "absence", metric_name: "up", window: "10m" }, "up has no data for 10m"],
  [
    { type: "deviation", metric_name: "orders", direction: "below", period: "day", threshold: 4 },
    "orders is more than 4 standard deviations below the usual value at this time of the day",
  ],
  [
    { type: "deviation", metric_name: "orders", measure: "surprise" },
    "orders is surprisingly far from the usual value at this time of the week, with a surprise above 3",
  ],
  [
    { type: "count", q: "timeout", level: ["error"], service: ["shop"], threshold: 10 },
    "Number of log records with timeout, level error, shop over 5m is above 10",
  ],
  [{ type: "count", threshold: 0, operator: "==" }, "Number of log records over 5m is exactly 0"],
  [{ type: "error_rate", service: ["shop"], threshold: 0.05 }, "Error rate of shop over 5m is above 5%"],
  [
    { type: "latency", agg: "p99", service: ["shop"], operation: "POST /pay", threshold: 1500 },
    "p99 latency of shop, POST /pay over 5m is above 1.5 s",
  ],
] as const)("a condition is said in words: %o", (condition, words) => {
  expect(conditionText(structuredClone(condition) as never)).toBe(words);
});

test("a policy also says for how long and by what", () => {
  const condition = { type: "absence", metric_name: "up" } as const;
  expect(policyText({ condition, for: "0s", group_by: [] })).toBe("up has no data for 5m");
  expect(policyText({ condition, for: "2m", group_by: ["host", "zone"] })).toBe(
    "up has no data for 5m, for 2m, by host, zone",
  );
});

test("values are short, however small or large", () => {
  expect([95, 1234.5678, 0, 0.0000123, -2e12].map(valueText)).toEqual(["95", "1,235", "0", "1.23e-5", "-2.00e+12"]);
});
