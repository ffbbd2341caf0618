/** Statistics that a few wild values cannot move. */

export function sorted(values: ArrayLike<number>): Float64Array {
  return new Float64Array(values).sort();
}

/** A quantile of sorted values, linear between neighbours. */
export function quantile(ascending: ArrayLike<number>, part: number): number {
  const place = (ascending.length - 1) * part;
  const low = Math.floor(place);
  const a = ascending[low] ?? 0;
  const b = ascending[Math.min(low + 1, ascending.length - 1)] ?? a;
  return a + (b - a) * (place - low);
}

/** The spread of normally distributed values, from the quartiles or, for values that rarely move, from the 5 % tails. */
export function spread(ascending: ArrayLike<number>): number {
  const middle = (quantile(ascending, 0.75) - quantile(ascending, 0.25)) / 1.349;
  const tails = (quantile(ascending, 0.95) - quantile(ascending, 0.05)) / 3.29;
  return Math.max(middle, tails);
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return values.length === 0 ? 0 : sum / values.length;
}
