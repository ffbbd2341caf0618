import type { Core, FeatureOf } from "../core.ts";
import { deploymentHandlers } from "./handlers.ts";
import { healthChecks } from "./jobs.ts";

export { deploymentTokens } from "./principals.ts";
export { assertTakes, isHosted, readVersion } from "./rules.ts";
export {
  type Connection,
  connectionOf,
  defaultDeployment,
  getDeployment,
  listDeployments,
  noteReport,
} from "./store.ts";

/** The Tenant Planes that run tenants, with their health and version. */
export function openDeployments(core: Core): FeatureOf<"deployments"> {
  return { handlers: { deployments: deploymentHandlers(core) }, schedules: [healthChecks(core)] };
}
