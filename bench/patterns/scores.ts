/** How well groups of lines agree with the true ones. */
export interface Grouping {
  /** The share of lines whose group has exactly the lines of one true group. */
  readonly ga: number;
  /** F1 of groups: the share of found and of true groups that are exactly right. */
  readonly fga: number;
}

export const groupingOf = (found: readonly (string | number)[], truth: readonly number[]): Grouping => {
  const sizes = new Map<string | number, number>();
  const truths = new Map<number, number>();
  const pairs = new Map<string | number, Map<number, number>>();
  for (const [index, group] of found.entries()) {
    const right = truth[index] ?? -1;
    sizes.set(group, (sizes.get(group) ?? 0) + 1);
    truths.set(right, (truths.get(right) ?? 0) + 1);
    const inner = pairs.get(group) ?? new Map<number, number>();
    pairs.set(group, inner);
    inner.set(right, (inner.get(right) ?? 0) + 1);
  }
  let [lines, groups] = [0, 0];
  for (const [group, inner] of pairs) {
    const [only] = [...inner];
    if (inner.size !== 1 || only === undefined || truths.get(only[0]) !== sizes.get(group)) continue;
    lines += sizes.get(group) ?? 0;
    groups += 1;
  }
  return { ga: lines / found.length, fga: (2 * groups) / (sizes.size + truths.size) };
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The 95 % interval of a mean, by drawing the values again 2,000 times. */
export const bootstrap = (values: readonly number[], random: () => number): [number, number] => {
  const means = Array.from({ length: 2000 }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((one, other) => one - other);
  return [means[50] ?? 0, means[1949] ?? 0];
};
