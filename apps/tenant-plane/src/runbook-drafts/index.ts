import type { Ai } from "../ai/index.ts";
import type { FeatureOf } from "../core.ts";
import { runbookDraftHandlers } from "./handlers.ts";

/** Generates draft runbooks from incidents and descriptions. */
export function openRunbookDrafts(ai: Ai): FeatureOf<"runbookDrafts"> {
  return { handlers: { runbookDrafts: runbookDraftHandlers(ai) } };
}
