import type { Operations } from "@opsplane/contract";
import type { Handlers } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import { dashboardHandlers } from "./handlers.ts";
import { linkHandlers } from "./links.ts";
import { openDashboardData } from "./open-data.ts";

/** Dashboards, their data and their public links. `handlers` are those of the API, once all features are open. */
export function openDashboards(core: Core, handlers: () => Handlers<Operations>): FeatureOf<"dashboards"> {
  const openData = openDashboardData(handlers, core.log);
  return { handlers: { dashboards: { ...dashboardHandlers(openData), ...linkHandlers(core, openData) } } };
}
