import type { AiCall, AiEngine, AiProvider, RunbookGeneration } from "@opsplane/contract";

export const providerWords: Record<AiProvider, string> = {
  none: "None (built-in engine)",
  openai_compatible: "OpenAI-compatible",
  anthropic: "Anthropic",
  ollama: "Ollama",
};

export const engineWords: Record<AiEngine, string> = {
  builtin: "Built-in engine",
  openai_compatible: "OpenAI-compatible",
  anthropic: "Anthropic",
  ollama: "Ollama",
};

/** What an empty address means. */
export const defaultAddresses: Record<AiProvider, string> = {
  none: "",
  openai_compatible: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  ollama: "http://localhost:11434",
};

export const purposeWords: Record<AiCall["purpose"], string> = {
  copilot: "Copilot",
  runbook: "Runbook",
  rca: "Analysis",
  report: "Report",
  test: "Test",
};

export const outcomeWords: Record<AiCall["outcome"], { word: string; tone: "good" | "notice" | "bad" }> = {
  ok: { word: "Answered", tone: "good" },
  fallback: { word: "Fallback", tone: "notice" },
  error: { word: "Failed", tone: "bad" },
};

export const dangerWords: Record<RunbookGeneration["danger"], { word: string; tone: "quiet" | "notice" | "bad" }> = {
  read_only: { word: "Only reads", tone: "quiet" },
  changes: { word: "Makes changes", tone: "notice" },
  destructive: { word: "Can interrupt or delete", tone: "bad" },
};

/** A confidence or score of 0 to 1. */
export function share(value: number): string {
  return `${Math.round(value * 100)} %`;
}
