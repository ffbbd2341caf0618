import { auditHandlers } from "@opsplane/accounts";
import type { FeatureOf } from "../core.ts";

export function openAudit(): FeatureOf<"audit"> {
  return { handlers: { audit: auditHandlers } };
}
