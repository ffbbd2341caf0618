import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Judgement, openDetector } from "./detector.ts";

const step = 300;
const day = 86_400 / step;

const judged = (values: readonly (number | null)[], times = values.map((_, index) => index * step)): Judgement[] => {
  const detector = openDetector();
  return values.map((value, index) => detector.add(times[index] ?? 0, value));
};

/** Indices of reports at a level that one point in a thousand reaches by chance. */
const reports = (judgements: readonly Judgement[], score = 0.999): number[] =>
  judgements.flatMap((judgement, index) => (judgement.score >= score ? [index] : []));

/** Noise that is the same in every run, about normal. */
const noise = (length: number, seed = 1): number[] => {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length }, () => uniform() + uniform() + uniform() + uniform() - 2);
};

const daily = (length: number, seed?: number): number[] =>
  noise(length, seed).map((value, index) => value + 20 * Math.sin((2 * Math.PI * index) / day));

describe("the detector reports", () => {
  test("a spike, once", () => {
    const values = noise(3000);
    values[2500] = 12;
    expect(reports(judged(values))).toEqual([2500]);
  });

  test("a drop to zero of a busy series", () => {
    const values = noise(3000).map((value, index) => (index >= 2500 ? 0 : 100 + value));
    expect(reports(judged(values))).toEqual([2500]);
  });

  test("a lasting change of level as one burst, and then gets used to it", () => {
    const values = noise(6000).map((value, index) => value + (index >= 3000 ? 15 : 0));
    const found = reports(judged(values));
    expect(found[0]).toBe(3000);
    expect(found.every((index) => index < 3010)).toBe(true);
  });

  test("a level that moves by less than single points vary", () => {
    const values = noise(3000).map((value, index) => value + (index >= 2500 ? 1.5 : 0));
    const judgements = judged(values);
    const highest = (from: number, to: number) =>
      Math.max(...judgements.slice(from, to).map(({ surprise }) => surprise));
    expect(highest(2500, 2540)).toBeGreaterThan(highest(1500, 2500));
  });

  test("a daily peak that does not come, although its values are usual at night", () => {
    const values = daily(12 * day);
    const missing = 10 * day;
    for (let index = missing; index < missing + day / 2; index += 1) values[index] = -10;
    expect(reports(judged(values)).filter((index) => index > 3 * day)).toEqual([missing]);
  });

  test("nothing on a flat line, and its first change", () => {
    const values: number[] = new Array(2000).fill(45);
    expect(reports(judged(values))).toEqual([]);
    values.push(46);
    expect(reports(judged(values))).toEqual([2000]);
  });

  test("hardly more than chance on noise of any kind and on a daily pattern", () => {
    for (const seed of [2, 3, 4]) {
      expect(reports(judged(noise(4000, seed))).length).toBeLessThanOrEqual(1);
      expect(reports(judged(noise(4000, seed).map((value) => Math.exp(2 * value)))).length).toBeLessThanOrEqual(2);
      expect(reports(judged(daily(10 * day, seed))).length).toBeLessThanOrEqual(1);
    }
  });

  test("repeated spikes less and less", () => {
    const values = noise(8000).map((value, index) => (index > 500 && index % 500 === 0 ? 15 : value));
    const judgements = judged(values);
    const spikes = judgements.flatMap(({ score }, index) => (index > 500 && index % 500 === 0 ? [score] : []));
    expect(spikes[0]).toBeGreaterThan(0.999);
    expect(spikes.at(-1)).toBeLessThan(0.99);
  });
});

describe("a judgement", () => {
  test("is a probability: surprises over 2 come about once in a hundred points at most", () => {
    const judgements = judged(noise(6000, 9)).slice(1000);
    const share = judgements.filter(({ surprise }) => surprise > 2).length / judgements.length;
    expect(share).toBeLessThan(0.012);
  });

  const anyValues = fc.array(fc.option(fc.integer({ min: -50, max: 50 }), { freq: 10 }), {
    minLength: 30,
    maxLength: 120,
  });

  test("uses only earlier points", () => {
    fc.assert(
      fc.property(anyValues, fc.nat(), (values, cut) => {
        const length = cut % values.length;
        expect(judged(values).slice(0, length)).toEqual(judged(values.slice(0, length)));
      }),
      { numRuns: 30 },
    );
  });

  test("is between 0 and 1 for any values and steps, and skips missing ones", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(100_000), fc.oneof(fc.double(), fc.constant(null))), { maxLength: 200 }),
        (points) => {
          let at = 0;
          const times = points.map(([gap]) => (at += gap));
          const judgements = judged(
            points.map(([, value]) => value),
            times,
          );
          for (const { score, surprise } of judgements) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
            expect(surprise).not.toBeNaN();
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test("does not depend on the unit", () => {
    const values = noise(1500, 5).map((value, index) => (index === 1200 ? 9 : value));
    const scores = judged(values).map(({ score }) => score);
    judged(values.map((value) => value * 1024)).forEach(({ score }, index) => {
      expect(score).toBeCloseTo(scores[index] ?? 0, 6);
    });
  });
});
