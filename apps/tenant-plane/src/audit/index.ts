import type { FeatureOf } from "../core.ts";
import { auditHandlers } from "./handlers.ts";

export function openAudit(): FeatureOf<"audit"> {
  return { handlers: { audit: auditHandlers } };
}
