import type { Suspect } from "@opsplane/rca";

export interface Ranked {
  truth: string;
  suspects: readonly Suspect[];
}

export interface Score {
  cases: number;
  /** Sums over cases. Suspects with the same score count as a random order. */
  top1: number;
  top3: number;
  reciprocal: number;
}

export function scoreOf(ranked: readonly Ranked[]): Score {
  const score: Score = { cases: ranked.length, top1: 0, top3: 0, reciprocal: 0 };
  for (const { truth, suspects } of ranked) {
    const own = suspects.find(({ service }) => service === truth);
    if (own === undefined) continue;
    const above = suspects.filter((each) => each.score > own.score).length;
    const tied = suspects.filter((each) => each.score === own.score).length;
    score.top1 += Math.min(1, Math.max(0, 1 - above) / tied);
    score.top3 += Math.min(1, Math.max(0, 3 - above) / tied);
    for (let place = above + 1; place <= above + tied; place++) score.reciprocal += 1 / place / tied;
  }
  return score;
}

/** The 95 % interval of a rate. */
export function wilson(hits: number, cases: number): [number, number] {
  const z = 1.96;
  const rate = hits / cases;
  const middle = rate + (z * z) / (2 * cases);
  const half = z * Math.sqrt((rate * (1 - rate)) / cases + (z * z) / (4 * cases * cases));
  const whole = 1 + (z * z) / cases;
  return [Math.max(0, (middle - half) / whole), Math.min(1, (middle + half) / whole)];
}

export interface Bin {
  from: number;
  to: number;
  cases: number;
  stated: number;
  right: number;
}

const edges = [0, 0.25, 0.5, 0.75, 0.9, 1];

/** How often the first suspect is right, by its stated probability. */
export function reliability(ranked: readonly Ranked[]): Bin[] {
  return edges.slice(0, -1).flatMap((from, at) => {
    const to = edges[at + 1] ?? 1;
    const within = ranked.filter(({ suspects: [first] }) => {
      const stated = first?.probability ?? 0;
      return stated >= from && (stated < to || to === 1);
    });
    if (within.length === 0) return [];
    const stated = within.reduce((sum, { suspects: [first] }) => sum + (first?.probability ?? 0), 0) / within.length;
    const right = scoreOf(within).top1;
    return [{ from, to, cases: within.length, stated, right }];
  });
}
