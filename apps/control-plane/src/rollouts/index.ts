import type { Core, FeatureOf } from "../core.ts";
import { rolloutHandlers } from "./handlers.ts";
import { rolloutSchedule } from "./jobs.ts";

/** Upgrades hosted deployments to a release, one by one. */
export function openRollouts(core: Core): FeatureOf<"rollouts"> {
  return { handlers: { rollouts: rolloutHandlers(core) }, schedules: [rolloutSchedule(core)] };
}
