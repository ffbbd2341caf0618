import type { Core, FeatureOf } from "../core.ts";
import { hostHandlers } from "./handlers.ts";

export { type HostAccess, noteHostUsed, openHost } from "./access.ts";
export { type FoundTarget, findTargets } from "./targets.ts";

/** Machines on which runbooks run commands: how to reach them, how to log in, and the keys that identify them. */
export function openHosts(core: Core): FeatureOf<"hosts"> {
  return { handlers: { hosts: hostHandlers(core) } };
}
