import type { Core, FeatureOf } from "../core.ts";
import { type Ai, createAi } from "./ai.ts";
import { aiHandlers } from "./handlers.ts";
import { aiRetention } from "./jobs.ts";

export type { Ai, AiCaller, Answered, Conversation, ConversationEvent, ModelName, Unanswered } from "./ai.ts";
export { readCredits } from "./credits.ts";
export type { Citation, ModelTool, ModelToolResult } from "./model-tool.ts";

/** AI providers, their ledger and credits. `ai` is what other features ask. */
export function openAi(core: Core): FeatureOf<"ai"> & { readonly ai: Ai } {
  const ai = createAi(core);
  return { ai, handlers: { ai: aiHandlers(core, ai) }, schedules: [aiRetention(core)] };
}
