import type { GroupLine } from "../../telemetry/index.ts";

/** Points in time at which a policy is evaluated, as Unix milliseconds. */
export interface Moments {
  start: number;
  step: number;
  points: number;
}

/** The values of a policy's groups at these moments. */
export interface GroupValues {
  groups: GroupLine[];
  /** The value of a group that is not among them: 0 for counts; undefined when there is no data. */
  absent?: number;
  /** Groups that exist at a point, also without a value. Undefined when only groups with values are known. */
  known?: (point: number) => Iterable<Readonly<Record<string, string>>>;
  /** What is usual, for a chart. */
  bounds?: { upper: GroupLine[]; lower: GroupLine[] };
}

/** Identifies a group of a policy: its labels as JSON with sorted names. */
export function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [two]) => (one < two ? -1 : 1)));
}

export const momentAt = ({ start, step }: Moments, point: number): number => start + point * step;
