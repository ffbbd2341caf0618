import { auditHandlers } from "@opsplane/accounts";
import type { FeatureOf } from "../core.ts";

/** Customers see the entries of their account. The staff sees all. */
export function openAudit(): FeatureOf<"audit"> {
  return { handlers: { audit: auditHandlers } };
}
