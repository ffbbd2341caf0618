/** `[E1, E2]` */
const citations = /(?<!\s)\s*\[E\d+(?:, E\d+)*\]/g;

/** A summary for readers who do not see the evidence that it cites. */
export function withoutCitations(summary: string): string {
  return summary.replace(citations, "");
}
