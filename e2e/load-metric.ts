import type { AlertPolicyInput } from "@opsplane/contract";
import type { Person } from "@opsplane/tenant-plane/testing/people";

const minute = 60_000;

/** The metric `load` of the last hour: web-1 was at 95 in the last ten minutes, everything else at 5. */
export async function sendLoad({ api }: Person): Promise<void> {
  const end = Date.now();
  const dataPoints = ["web-1", "web-2"].flatMap((host) =>
    Array.from({ length: 60 }, (_, ago) => ({
      attributes: [{ key: "host", value: { stringValue: host } }],
      timeUnixNano: String((end - ago * minute) * 1e6),
      asDouble: host === "web-1" && ago < 10 ? 95 : 5,
    })),
  );
  const metrics = [{ name: "load", description: "Load of a host", gauge: { dataPoints } }];
  await api.ingest.otlpMetrics({ body: { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] } });
}

/** A policy that fires for web-1, also when the machine is slow: its window is an hour. */
export const highLoad: Omit<AlertPolicyInput, "name"> = {
  signal: "metrics",
  condition: { type: "threshold", metric_name: "load", operator: ">", threshold: 90, window: "1h", agg: "max" },
  group_by: ["host"],
};
