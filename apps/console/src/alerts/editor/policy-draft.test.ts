import type { AlertPolicyContent } from "@opsplane/contract";
import { expect, test } from "vitest";
import { draftOf, newDraft, type PolicyDraft, policyOf, withType } from "./policy-draft.ts";
import { conditionProblems, problemsOf, secondsOf } from "./policy-problems.ts";

const aDraft = (fields: Partial<PolicyDraft> = {}): PolicyDraft => ({
  ...newDraft,
  name: "High load ",
  metric_name: "load",
  threshold: 8,
  ...fields,
});

const aPolicy = (fields: Partial<AlertPolicyContent>): AlertPolicyContent => ({
  name: "High load",
  description: "Look at **it**",
  signal: "metrics",
  condition: { type: "threshold", metric_name: "load", operator: ">", threshold: 8, window: "5m", agg: "max" },
  for: "2m",
  keep_firing_for: "1m",
  group_by: ["host"],
  severity: "P3",
  severity_levels: [{ severity: "P1", threshold: 20 }],
  labels: { team: "web" },
  ci_ids: [],
  ci_labels: ["host"],
  runbook_id: null,
  escalation_policy_id: null,
  no_data: "alert",
  auto_resolve: true,
  interval: "15s",
  delay: "0s",
  enabled: false,
  ...fields,
});

test("a saved policy opens and saves as it was", () => {
  for (const policy of [
    aPolicy({}),
    aPolicy({
      condition: {
        ...{ type: "threshold", metric_name: "load", match: ['host=~"web-.*"', 'zone="a,\\"b\\""'] },
        ...{ operator: "<", threshold: 0.5, window: "1h", agg: "p95", over: "max" },
      },
    }),
    aPolicy({ condition: { type: "absence", metric_name: "up", window: "5m" }, severity_levels: [] }),
    aPolicy({
      condition: {
        ...{ type: "deviation", metric_name: "orders", threshold: 4, window: "10m" },
        ...{ agg: "sum", period: "day", direction: "below" },
      },
    }),
    aPolicy({
      condition: {
        ...{ type: "deviation", metric_name: "orders", threshold: 3, window: "10m", measure: "surprise" },
        ...{ agg: "sum", period: "week", direction: "both" },
      },
    }),
    aPolicy({
      signal: "logs",
      condition: {
        ...{ type: "count", q: "timeout", level: ["error"], service: ["shop"] },
        ...{ operator: ">=", threshold: 10, window: "5m" },
      },
    }),
    aPolicy({
      signal: "traces",
      condition: {
        ...{ type: "latency", service: ["shop"], operation: "POST /pay", operator: ">" },
        ...{ threshold: 500, window: "5m", agg: "p99", min_calls: 20 },
      },
    }),
  ])
    expect(policyOf(draftOf(policy))).toEqual(policy);
});

test("a new policy leaves its interval to the server", () => {
  expect(policyOf(aDraft())).not.toHaveProperty("interval");
  expect(policyOf(aDraft())).toMatchObject({ name: "High load", condition: { agg: "avg", window: "5m" }, for: "2m" });
});

test("only fields of the chosen type are saved", () => {
  const everything = aDraft({ q: "x", service: ["a"], operation: "b", min_calls: 5, over: "max" });
  expect(policyOf({ ...everything, type: "absence" }).condition).toEqual({
    type: "absence",
    metric_name: "load",
    window: "5m",
  });
  expect(Object.keys(policyOf({ ...everything, signal: "logs", type: "count" }).condition)).toEqual([
    ...["type", "q", "service", "window", "operator", "threshold"],
  ]);
});

test("another type clears a limit of another unit, and another signal the groups", () => {
  const draft = aDraft({ group_by: ["host"], severity_levels: [{ severity: "P1", threshold: 20 }] });
  expect(withType(draft, "metrics", "threshold")).toEqual({});
  expect(withType(draft, "metrics", "deviation")).toMatchObject({ threshold: 3, severity_levels: [] });
  expect(withType(draft, "traces")).toMatchObject({ type: "error_rate", group_by: ["service"], threshold: "" });
  expect(withType(draft, "metrics", "absence")).toEqual({ signal: "metrics", type: "absence" });
});

test("an incomplete policy names what is missing, and only a name is not needed for a preview", () => {
  expect(problemsOf(newDraft)).toEqual({
    name: "Enter a name.",
    metric_name: "Enter a metric.",
    threshold: "Enter a number.",
  });
  expect(conditionProblems(aDraft({ name: "" }))).toEqual({});
  expect(problemsOf(aDraft({ type: "absence", threshold: "" }))).toEqual({});
  expect(problemsOf(aDraft({ window: "5 min", interval: "1s", for: "2d" }))).toEqual({
    window: "Use a number and a unit, such as 30s, 5m or 1h.",
    interval: "Enter a time between 5 seconds and 30 minutes.",
    for: "Enter a time between 0 and 1 day.",
  });
});

test("durations are read as the server reads them", () => {
  expect(["90s", "5m", "1h", "2d", "5", "1y"].map(secondsOf)).toEqual([90, 300, 3600, 172_800, undefined, undefined]);
});
