/** A score or confidence of 0 to 1 in words, the same wherever one is shown. */
export function likelihood(value: number): { word: "High" | "Medium" | "Low"; tone: "good" | "notice" | "quiet" } {
  if (value >= 0.7) return { word: "High", tone: "good" };
  if (value >= 0.4) return { word: "Medium", tone: "notice" };
  return { word: "Low", tone: "quiet" };
}
