import type { FeatureOf } from "../core.ts";
import { workHandlers } from "./handlers.ts";

/** Background work that failed, and what admins do about it. */
export function openWork(): FeatureOf<"work"> {
  return { handlers: { work: workHandlers } };
}
