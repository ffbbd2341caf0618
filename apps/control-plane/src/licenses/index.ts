import type { Core, FeatureOf } from "../core.ts";
import { licenseHandlers } from "./handlers.ts";

export { present as presentLicense } from "./rules.ts";
export { countExpiring, listLicenses } from "./store.ts";

/** Signed licenses of self-hosted deployments, and their renewal. */
export function openLicenses(core: Core): FeatureOf<"licenses"> {
  return { handlers: { licenses: licenseHandlers(core) } };
}
