export type Random = ReturnType<typeof randomOf>;

/** The same seed gives the same questions. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(of: readonly [T, ...T[]]): T => of[below(of.length)] ?? of[0],
    /** Two different ones. */
    pair<T>(of: readonly [T, T, ...T[]]): readonly [T, T] {
      const first = below(of.length);
      const second = (first + 1 + below(of.length - 1)) % of.length;
      return [of[first] ?? of[0], of[second] ?? of[1]];
    },
    shuffled<T>(of: readonly T[]): T[] {
      const left = [...of];
      return of.flatMap(() => left.splice(below(left.length), 1));
    },
  };
}
