import type { FeatureOf } from "../core.ts";
import { releaseHandlers } from "./handlers.ts";

export { latestRelease, offeredRelease } from "./store.ts";

/** The versions of the Tenant Plane that customers and the staff can install. */
export function openReleases(): FeatureOf<"releases"> {
  return { handlers: { releases: releaseHandlers } };
}
