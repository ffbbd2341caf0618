import type { RcaCause, RcaRate } from "@opsplane/contract";

/** The 97.5 % quantile of the normal distribution. */
const z = 1.96;

/** A share with its 95 % interval after Wilson, which also holds for a few cases; null without any. */
export function rateOf(hits: number, cases: number): RcaRate | null {
  if (cases === 0) return null;
  const value = hits / cases;
  const scale = 1 + z ** 2 / cases;
  const middle = (value + z ** 2 / (2 * cases)) / scale;
  const reach = (z * Math.sqrt((value * (1 - value)) / cases + z ** 2 / (4 * cases ** 2))) / scale;
  return { value, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** The rank at which an analysis named this item itself; undefined when it did not. A change of the item is another cause. */
export function placeOf(ciId: string, causes: readonly Pick<RcaCause, "kind" | "ci_id">[]): number | undefined {
  const index = causes.findIndex(({ kind, ci_id }) => (kind === "service" || kind === "host") && ci_id === ciId);
  return index === -1 ? undefined : index + 1;
}
