import { type RcaInput, rank, type Suspect } from "@opsplane/rca";

const maxSuspects = 20;
/** Less evidence is noise. */
const minScore = 0.6;

/** The candidates with evidence, the most probable first. */
export function suspectsOf(input: RcaInput): Suspect[] {
  return worthNaming(rank(input));
}

export function worthNaming(ranked: readonly Suspect[]): Suspect[] {
  return ranked.filter(({ score, evidence }) => score >= minScore && evidence.length > 0).slice(0, maxSuspects);
}
