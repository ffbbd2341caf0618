import type { Core, FeatureOf } from "../core.ts";
import { signupHandlers } from "./handlers.ts";
import { signupJobs } from "./jobs.ts";

/** Customers that sign up themselves. */
export function openSignups(core: Core): FeatureOf<"signup"> {
  return { handlers: { signup: signupHandlers(core) }, ...signupJobs(core) };
}
