import type { Kpi } from "@opsplane/contract";
import type { FeatureOf } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { kpiHandlers, maxKpis } from "./handlers.ts";
import { type InputScope, inputReader } from "./inputs.ts";
import { type Computed, computed } from "./rules.ts";
import { allKpis } from "./store.ts";

export type { Computed } from "./rules.ts";

/** A tenant's own figures: counts, times and metrics, combined by a formula. */
export function openKpis(reads: OpenReads): FeatureOf<"kpis"> {
  return { handlers: { kpis: kpiHandlers(reads) } };
}

/** Every KPI of a tenant with its value in a period, by name. */
export async function computeKpis(scope: InputScope): Promise<{ kpi: Kpi; result: Computed }[]> {
  const read = inputReader(scope);
  const results: { kpi: Kpi; result: Computed }[] = [];
  for (const kpi of await allKpis(scope.db, maxKpis))
    results.push({ kpi, result: computed(kpi.formula, await read(kpi.inputs)) });
  return results;
}
