import type { RcaRate } from "@opsplane/contract";

/** With fewer judged incidents, a rate would say nothing. */
export const minForRate = 10;

/** A rate with its counts and its 95 % interval; only the counts when there are too few. */
export function rateText(rate: RcaRate | null, count: number, of: number): { value: string; note: string } {
  const counts = `${count.toLocaleString("en")} of ${of.toLocaleString("en")}`;
  if (!rate || of < minForRate) return { value: "–", note: counts };
  return {
    value: percent(rate.value),
    note: `${counts}, 95% CI ${Math.round(rate.low * 100)}–${percent(rate.high)}`,
  };
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
