import type { Core, FeatureOf } from "../core.ts";
import { statementHandlers } from "./handlers.ts";
import { statementJobs } from "./jobs.ts";

/** Tells hosted deployments what their tenants have booked: by push at each change, and by pull. */
export function openStatements(core: Core): FeatureOf<"statements"> {
  return { handlers: { statements: statementHandlers(core) }, ...statementJobs(core) };
}
