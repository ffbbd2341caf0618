import type { FeatureOf } from "../core.ts";
import { savedQueryHandlers } from "./handlers.ts";

/** Queries that people keep for themselves or share with their tenant. */
export function openSavedQueries(): FeatureOf<"savedQueries"> {
  return { handlers: { savedQueries: savedQueryHandlers } };
}
