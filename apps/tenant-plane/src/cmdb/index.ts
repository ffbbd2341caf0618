import type { FeatureOf } from "../core.ts";
import { cmdbHandlers } from "./handlers.ts";

export { reach, reachFrom } from "./reach.ts";
export { type ExternalItemInput, upsertItem } from "./writes.ts";

export function openCmdb(): FeatureOf<"cmdb"> {
  return { handlers: { cmdb: cmdbHandlers } };
}
