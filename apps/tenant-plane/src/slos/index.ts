import type { ReadBurnRates } from "../alerts/index.ts";
import type { Core, FeatureOf } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { openBurnRates } from "./burn-rates.ts";
import { sloHandlers } from "./handlers.ts";
import { measuringSchedules } from "./measuring/jobs.ts";

export { type PeriodFigures, sloFiguresOf } from "./figures.ts";
export { isSpent } from "./rules.ts";

export interface Slos extends FeatureOf<"slos"> {
  /** What policies on burn rates compare. */
  readonly burnRatesOf: (tenantId: string) => ReadBurnRates;
}

/** Service-level objectives: their measurement, error budgets and burn rates. */
export function openSlos(core: Core, openReads: OpenReads): Slos {
  return {
    handlers: { slos: sloHandlers(core, openReads) },
    schedules: measuringSchedules(core, openReads),
    burnRatesOf: openBurnRates(core.database),
  };
}
