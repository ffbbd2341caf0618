import { type Channel, channels, type Evidence } from "./channel.ts";
import { evidenceOf, hasStatus } from "./evidence.ts";
import type { RcaInput } from "./input.ts";

export interface Suspect {
  readonly service: string;
  /** The probability that this service is the cause. Those of all candidates are less than 1, because the cause may be something unseen. */
  readonly probability: number;
  /** The sum of the weighted channels. Suspects with the same score share their rank. */
  readonly score: number;
  readonly evidence: readonly Evidence[];
}

export type Weights = Readonly<Record<Channel, number>>;

/** What the channels are worth, and what speaks for a cause that is none of the candidates. */
export interface Model {
  readonly weights: Weights;
  /** The score that a candidate needs to be as likely as none of them. */
  readonly nobody: number;
}

/** For spans that say whether they failed. Fitted on simulated worlds by `npm run bench -- rca fit`. */
export const traced: Model = {
  weights: {
    slow: 0.4,
    failing: 0,
    broken: 0,
    saturated: 1.1,
    silent: 0.8,
    surging: 1.7,
    logging: 0.95,
    blamed: 0.75,
    fanning: 0.75,
    named: 1.15,
    changed: 0.2,
    sole: 1.8,
    stalled: 0.6,
    far: 1.85,
    gone: 1.9,
    version: 1.1,
  },
  nobody: 1.9,
};

/** For metrics and logs without spans. Fitted on simulated worlds; most causes cannot be named then, and their probabilities say so. */
const untraced: Model = {
  weights: {
    slow: 0,
    failing: 0.4,
    broken: 0,
    saturated: 1.4,
    silent: 0.6,
    surging: 0.85,
    logging: 0.5,
    blamed: 0,
    fanning: 0,
    named: 1.15,
    changed: 0,
    sole: 0,
    stalled: 0,
    far: 0,
    gone: 0,
    version: 0,
  },
  nobody: 2.1,
};

/** For metrics of all services and their calls, and for spans without a status. Fitted on recorded faults of three systems. */
export const measured: Model = {
  weights: {
    slow: 6.1,
    failing: 6.3,
    broken: 5.6,
    saturated: 2.4,
    silent: 3.4,
    surging: 3.6,
    logging: 1.8,
    blamed: 0,
    fanning: 0,
    named: 2,
    changed: 0,
    sole: 0,
    stalled: 0,
    far: 0,
    gone: 0,
    version: 0,
  },
  nobody: 2,
};

/** The model that fits what was received. */
export function modelFor({ spans, logs }: RcaInput): Model {
  if (hasStatus(spans)) return traced;
  return spans === undefined && logs?.windows !== undefined ? untraced : measured;
}

/** Ranks the candidates. The engine has no state, clock or chance: the same input gives the same ranking. */
export function rank(input: RcaInput, using: Model = modelFor(input)): Suspect[] {
  return suspects(input.services, evidenceOf(input), using);
}

export function suspects(services: readonly string[], evidence: readonly Evidence[], using: Model): Suspect[] {
  const byService = new Map(services.map((service): [string, Evidence[]] => [service, []]));
  for (const each of evidence) byService.get(each.service)?.push(each);
  const scored = [...byService].map(([service, own]) => ({
    service,
    own,
    score: scoreOf(strengths(own), using.weights),
  }));
  const best = Math.max(using.nobody, ...scored.map(({ score }) => score));
  const odds = (score: number) => Math.exp(score - best);
  const spoken = scored.filter(({ own }) => own.length > 0);
  const total = odds(using.nobody) + spoken.reduce((sum, { score }) => sum + odds(score), 0);
  // What nothing speaks against is as likely as the others of its kind.
  const clear = odds(using.nobody) / total / Math.max(1, scored.length - spoken.length + 1);
  return scored
    .map(({ service, own, score }) => ({
      ...{ service, score, evidence: own },
      probability: own.length > 0 ? odds(score) / total : clear,
    }))
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
    changed: 0,
    sole: 0,
    stalled: 0,
    far: 0,
    gone: 0,
    version: 0,
  };
  for (const { channel, amount } of evidence)
    found[channel] = channel === "slow" ? found.slow + amount : Math.max(found[channel], amount);
  return found;
}

export function scoreOf(found: Readonly<Record<Channel, number>>, using: Weights): number {
  return channels.reduce((sum, channel) => sum + using[channel] * found[channel], 0);
}
