import type { BoundedRange } from "./time-range.ts";

const [minute, hour, day] = [60, 3600, 86_400];

/** Bar widths in seconds that are easy to read on an axis. */
const widths = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 7].map((count) => count * day),
];

export interface Bars {
  step: number;
  /** Bars are numbered from 1970: bar n starts at n × step. */
  numbers: number[];
}

/** The narrowest bars, of at least `least` seconds, that cover the window with at most `most` bars. */
export function barsOf({ from, to }: BoundedRange, most: number, least = 1): Bars {
  const covering = (step: number) => {
    const [first, end] = [Math.floor(from.getTime() / 1000 / step), Math.ceil(to.getTime() / 1000 / step)];
    return { first, count: Math.max(0, end - first) };
  };
  let step = widths.find((width) => width >= least && covering(width).count <= most) ?? 14 * day;
  while (covering(step).count > most) step *= 2;
  const { first, count } = covering(step);
  return { step, numbers: Array.from({ length: count }, (_, index) => first + index) };
}
