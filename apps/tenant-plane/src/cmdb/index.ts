import type { FeatureOf } from "../core.ts";
import { cmdbHandlers } from "./handlers/index.ts";

export { reach, reachFrom } from "./store/reach.ts";
export { type ExternalItemInput, upsertItem } from "./writes.ts";

export function openCmdb(): FeatureOf<"cmdb"> {
  return { handlers: { cmdb: cmdbHandlers } };
}
