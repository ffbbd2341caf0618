import type { RcaOutcome } from "@opsplane/contract";

export const outcomeWords: Record<RcaOutcome, { word: string; tone: "good" | "notice" | "bad" | "quiet" }> = {
  first: { word: "First", tone: "good" },
  top3: { word: "Second or third", tone: "notice" },
  lower: { word: "Lower", tone: "bad" },
  unnamed: { word: "Not named", tone: "bad" },
  undecided: { word: "Undecided", tone: "quiet" },
};

export const spans = ["30d", "90d", "365d", "all"] as const;
export type Span = (typeof spans)[number];
export const spanWords: Record<Span, string> = { "30d": "30 days", "90d": "90 days", "365d": "1 year", all: "All" };

const dayMs = 86_400_000;

/** When a span starts; undefined: with the first judgment. */
export function startOfSpan(span: Span, now: number): number | undefined {
  return span === "all" ? undefined : now - Number.parseInt(span, 10) * dayMs;
}
