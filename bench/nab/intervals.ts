import { randomFrom } from "../patterns/random.ts";

const rounds = 2000;

/** The 95 % interval of a figure of drawn indices, by drawing them again. */
export function bootstrapSums(length: number, figureOf: (which: readonly number[]) => number): [number, number] {
  const random = randomFrom(1);
  const figures = Array.from({ length: rounds }, () =>
    figureOf(Array.from({ length }, () => Math.floor(random() * length))),
  )
    .filter((figure) => Number.isFinite(figure))
    .sort((one, other) => one - other);
  return [figures[Math.floor(figures.length * 0.025)] ?? 0, figures[Math.floor(figures.length * 0.975)] ?? 0];
}
