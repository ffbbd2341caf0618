import type { AlertCondition } from "@opsplane/contract";
import { useMemo } from "react";
import { factsOf, longestPart, unitOf, useMetricNames } from "../../metrics/index.ts";
import { useCan } from "../../session/context.tsx";
import type { Unit } from "../../ui/chart/units.ts";

/** The unit of a metric, as it was sent or as its name tells. */
export function useMetricUnit(condition: AlertCondition | undefined): Unit {
  const { metric_name = "", type, agg = "avg" } = condition ?? {};
  const mayRead = useCan()("observability:read");
  const day = useMemo(() => ({ from: Date.now() - 86_400_000, to: Date.now() }), []);
  const { data } = useMetricNames(longestPart(metric_name), day, mayRead && metric_name !== "");
  return unitOf(factsOf(metric_name, data?.items ?? []), type === "rate" ? "rate" : agg);
}
