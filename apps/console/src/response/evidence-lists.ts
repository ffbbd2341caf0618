import type { RcaCause } from "@opsplane/contract";

export interface EvidenceList {
  /** Evidence that no cause above has. */
  own: RcaCause["evidence"];
  /** Ids of evidence that stands above already, such as "E2–E4, E7"; empty when there is none. */
  above: string;
}

/** What each cause shows: evidence that several causes share is written out once. */
export function evidenceLists(causes: readonly RcaCause[]): EvidenceList[] {
  const seen = new Set<string>();
  return causes.map(({ evidence }) => {
    const own = evidence.filter(({ id }) => !seen.has(id));
    const above = evidence.filter(({ id }) => seen.has(id)).map(({ id }) => Number(id.slice(1)));
    for (const { id } of own) seen.add(id);
    return { own, above: rangesOf(above) };
  });
}

function rangesOf(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `E${from}` : `E${from}–E${to}`)).join(", ");
}
