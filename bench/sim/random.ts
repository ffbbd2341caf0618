/** Random numbers that depend only on the seed. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number;
  chance(part: number): boolean;
  one<Item>(from: readonly Item[]): Item;
  /** So many different items, in random order. */
  some<Item>(from: readonly Item[], count: number): Item[];
  exponential(mean: number): number;
  /** Around the median; a spread of 0.5 is usual for latencies. */
  lognormal(median: number, spread: number): number;
  /** Numbers of their own, so that a part that draws more leaves the others as they are. */
  fork(name: string): Random;
}

export function randomOf(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const random: Random = {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (part) => next() < part,
    one: (from) => {
      const item = from[Math.floor(next() * from.length)];
      if (item === undefined) throw new Error("nothing to choose from");
      return item;
    },
    some: (from, count) => {
      const left = [...from];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(Math.floor(next() * left.length), 1),
      ).flat();
    },
    exponential: (mean) => -mean * Math.log(1 - next()),
    lognormal: (median, spread) => median * Math.exp(spread * normal()),
    fork: (name) => randomOf(`${seed}/${name}`),
  };
  return random;
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash | 0;
}
