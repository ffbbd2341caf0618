import { type SeriesStats, statNames } from "../ui/chart/series.ts";

export type SeriesColumn = "series" | keyof SeriesStats;

interface Sort {
  by: SeriesColumn;
  down: boolean;
}

interface Row extends SeriesStats {
  series: string;
}

/** The order of an address: `last` ascending, `-last` descending. Without one the highest last value is first. */
export function readSort(written = "-last"): Sort {
  const down = written.startsWith("-");
  const by = (["series", ...statNames] as const).find((each) => each === written.replace("-", ""));
  return by ? { by, down } : { by: "last", down: true };
}

export function sortText({ by, down }: Sort): string {
  return `${down ? "-" : ""}${by}`;
}

/** Rows without a value are always last. */
export function sortedRows<T extends Row>(rows: readonly T[], { by, down }: Sort): T[] {
  const sign = down ? -1 : 1;
  if (by === "series") return rows.toSorted((one, other) => sign * one.series.localeCompare(other.series));
  return rows.toSorted((one, other) => {
    const [a, b] = [one[by], other[by]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
