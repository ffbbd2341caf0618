import type { AlertPolicyContent } from "@opsplane/contract";
import { expect, test } from "vitest";
import { differences } from "../../ui/differences.ts";
import { flatPolicy } from "./flat-policy.ts";

const before: AlertPolicyContent = {
  ...{ name: "Load", description: "", signal: "metrics", for: "0s", keep_firing_for: "0s", group_by: ["host"] },
  ...{ severity: "P3", severity_levels: [], labels: {}, ci_ids: [], ci_labels: ["host"], runbook_id: null },
  ...{ escalation_policy_id: null, no_data: "keep", auto_resolve: false, interval: "15s", delay: "0s", enabled: true },
  condition: { type: "threshold", metric_name: "load", threshold: 8 },
};

test("two versions differ by field, also inside the condition", () => {
  const after: AlertPolicyContent = {
    ...before,
    condition: { ...before.condition, threshold: 9, match: ["host=a", "zone=b"] },
    severity_levels: [{ severity: "P1", threshold: 20 }],
  };
  expect(differences(flatPolicy(before), flatPolicy(after))).toEqual([
    { field: "condition: threshold", before: "8", after: "9" },
    { field: "severity levels", before: undefined, after: "P1 at 20" },
    { field: "condition: match", before: undefined, after: "host=a, zone=b" },
  ]);
});
