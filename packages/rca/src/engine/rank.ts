import { type Channel, channels, type Evidence, evidenceOf } from "./evidence.ts";
import type { RcaInput } from "./input.ts";

export interface Suspect {
  readonly service: string;
  /** The probability that this service is the cause, if one of the candidates is. */
  readonly probability: number;
  /** The sum of the weighted channels. Suspects with the same score share their rank. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

export type Weights = Readonly<Record<Channel, number>>;

/** Fitted on recorded faults of three systems; `npm run bench -- rca` prints how well weights of two carry over to the third. */
export const weights: Weights = {
  slow: 3.4,
  failing: 3.5,
  broken: 3.1,
  saturated: 1.35,
  silent: 1.9,
  surging: 2,
  logging: 1,
  blamed: 3,
  fanning: 2,
  named: 2,
};

/**
 * Fitted weights are pulled towards 1, which makes their probabilities too modest. With weights of two systems, causes of the third become
 * more probable up to a factor of 3; less than that is used, because the methods were chosen on the same faults.
 */
const sharpness = 1.8;

/** The weights were fitted with up to so many candidates that nothing speaks against. */
const maxClear = 40;

/** Ranks the candidates. The engine has no state, clock or chance: the same input gives the same ranking. */
export function rank(input: RcaInput, using: Weights = weights): Suspect[] {
  return suspects(input.services, evidenceOf(input), using);
}

export function suspects(services: readonly string[], evidence: readonly Evidence[], using: Weights): Suspect[] {
  const byService = new Map(services.map((service): [string, Evidence[]] => [service, []]));
  for (const each of evidence) byService.get(each.service)?.push(each);
  const scored = [...byService].map(([service, own]) => ({ service, own, score: scoreOf(strengths(own), using) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const clear = scored.filter(({ score }) => score === 0).length;
  // Hundreds of candidates without evidence must not drown the one with it.
  const share = Math.min(1, maxClear / Math.max(clear, 1));
  const odds = (score: number) => Math.exp(sharpness * (score - best));
  const total = scored.reduce((sum, { score }) => sum + odds(score) * (score === 0 && best > 0 ? share : 1), 0);
  return scored
    .map(({ service, own, score }) => ({ service, score, probability: odds(score) / total, evidence: own }))
    .sort((a, b) => b.score - a.score || (a.service < b.service ? -1 : 1));
}

/** The strength of each channel for one service. Parts of a slowdown add up; of other evidence the strongest counts. */
export function strengths(evidence: readonly Evidence[]): Record<Channel, number> {
  const found: Record<Channel, number> = {
    slow: 0,
    failing: 0,
    broken: 0,
    saturated: 0,
    silent: 0,
    surging: 0,
    logging: 0,
    blamed: 0,
    fanning: 0,
    named: 0,
  };
  for (const { channel, amount } of evidence)
    found[channel] = channel === "slow" ? found.slow + amount : Math.max(found[channel], amount);
  return found;
}

export function scoreOf(found: Readonly<Record<Channel, number>>, using: Weights): number {
  return channels.reduce((sum, channel) => sum + using[channel] * found[channel], 0);
}
