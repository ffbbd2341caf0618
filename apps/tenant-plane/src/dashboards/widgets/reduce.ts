import type { Reduction } from "@opsplane/contract";
import type { Line } from "./lines.ts";

const reducers: Record<Reduction, (values: readonly number[]) => number> = {
  last: (values) => values.at(-1) ?? 0,
  avg: (values) => sum(values) / values.length,
  min: (values) => values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  max: (values) => values.reduce((greatest, value) => Math.max(greatest, value), Number.NEGATIVE_INFINITY),
  sum,
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** One value of a line. Gaps do not count; null without any value. */
export function reduced({ points }: Line, how: Reduction = "last"): number | null {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
  return values.length === 0 ? null : reducers[how](values);
}
