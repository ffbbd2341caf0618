import type { CopilotPersona } from "@opsplane/contract";
import type { Asker, Citation } from "../tools/index.ts";
import type { ReadingPart } from "./reading/say.ts";

export interface CopilotQuestion {
  readonly text: string;
  readonly persona: CopilotPersona;
  /** The page that the asker looks at: its path in the console. */
  readonly route: string | undefined;
}

export interface ToolCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly ms: number;
  readonly ok: boolean;
}

/** What was asked before in the conversation. */
export interface Earlier {
  /** What the builtin engine keeps about the last question; JSON. */
  readonly state: unknown;
  readonly turns: readonly { readonly question: string; readonly answer: string }[];
}

export type EngineEvent =
  | { readonly type: "status"; readonly text: string }
  | { readonly type: "tool"; readonly call: ToolCall }
  | { readonly type: "text"; readonly delta: string };

export interface EngineAnswer {
  readonly engine: string;
  /** Markdown. Links lead to pages of the console only. */
  readonly answer: string;
  readonly answered: boolean;
  readonly intent: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly suggestions: readonly string[];
  /** How the question was read, part by part; empty when it has no parts that can be changed. */
  readonly reading: readonly ReadingPart[];
  /** Words that were not understood, so that the question was not answered. */
  readonly not_understood: readonly string[];
  readonly citations: readonly Citation[];
  readonly tool_calls: readonly ToolCall[];
  /** Kept for the next question of the conversation; JSON. */
  readonly state: unknown;
}

/** Answers questions. The builtin engine needs no model; others may be tried before it. */
export interface Engine {
  readonly name: string;
  answer(
    question: CopilotQuestion,
    asker: Asker & { readonly cite: { all(): readonly Citation[] } },
    earlier: Earlier,
    emit: (event: EngineEvent) => void,
  ): Promise<EngineAnswer>;
}
