import { type TemplateConstants, templateConstants } from "@opsplane/rca";
import { type Format, linesOf } from "./format.ts";
import { mined } from "./mined.ts";
import { groupingOf, mean } from "./scores.ts";

/** What is tried for each constant. */
const tried: Readonly<Record<keyof TemplateConstants, readonly number[]>> = {
  masked: [2, 3],
  named: [2, 3, 4],
  plain: [4, 6, 9],
  taught: [4, 6, 10],
  alone: [12, 20, 40],
};

export interface Fitted {
  readonly format: string;
  readonly constants: TemplateConstants;
  /** With these constants, chosen on all other formats. */
  readonly ga: number;
}

/** The constants that are best on all formats, and for each format those that are best on all others. Ties go to those in use. */
export const fit = (formats: readonly Format[], size: number, seeds: number) => {
  const lines = formats.map((format) =>
    Array.from({ length: seeds }, (_, index) => linesOf(format, size, 101 + index)),
  );
  const candidates = [templateConstants, ...settings()];
  const scores = candidates.map((constants) =>
    lines.map((each) =>
      mean(
        each.map(
          (drawn) =>
            groupingOf(
              mined(
                drawn.map(({ text }) => text),
                constants,
              ),
              drawn.map(({ truth }) => truth),
            ).ga,
        ),
      ),
    ),
  );
  const bestWithout = (left: number | undefined): number => {
    const means = scores.map((each) => mean(each.filter((_, format) => format !== left)));
    return means.indexOf(Math.max(...means));
  };
  const fitted = formats.map(({ name }, index): Fitted => {
    const best = bestWithout(index);
    return { format: name, constants: candidates[best] ?? templateConstants, ga: scores[best]?.[index] ?? 0 };
  });
  return { all: candidates[bestWithout(undefined)] ?? templateConstants, fitted, inUse: mean(scores[0] ?? []) };
};

/** Each pair of values of `named`, `plain` and `taught`, and each other value alone. */
const settings = (): TemplateConstants[] => [
  ...tried.named.flatMap((named) =>
    tried.plain.flatMap((plain) => tried.taught.map((taught) => ({ ...templateConstants, named, plain, taught }))),
  ),
  ...tried.masked.map((masked) => ({ ...templateConstants, masked })),
  ...tried.alone.map((alone) => ({ ...templateConstants, alone })),
];
