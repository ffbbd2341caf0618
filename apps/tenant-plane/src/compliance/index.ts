import type { Core, FeatureOf } from "../core.ts";
import { complianceHandlers } from "./handlers.ts";

export { checkControls } from "./controls.ts";

/** Controls with evidence from records and the audit log, and what people attest. */
export function openCompliance(core: Core): FeatureOf<"compliance"> {
  return { handlers: { compliance: complianceHandlers(core) } };
}
