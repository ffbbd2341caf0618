/** The last values, kept in order of size too. */
export interface Recent {
  /** Ascending. */
  readonly sorted: readonly number[];
  add(value: number): void;
  /** How many values are smaller. */
  below(value: number): number;
  median(): number;
}

export const openRecent = (max: number): Recent => {
  const sorted: number[] = [];
  const ring: number[] = [];
  let next = 0;

  const below = (value: number): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    sorted,
    below,
    add: (value) => {
      const oldest = ring[next];
      if (oldest !== undefined) sorted.splice(below(oldest), 1);
      ring[next] = value;
      next = (next + 1) % max;
      sorted.splice(below(value), 0, value);
    },
    median: () => sorted[sorted.length >> 1] ?? 0,
  };
};
