import type { ChosenValues, DashboardLayout, Operations } from "@opsplane/contract";
import type { Reads } from "@opsplane/runtime";

/** What is read: the widgets, variables and markers of a dashboard, saved or not. */
export type Shown = Pick<DashboardLayout, "widgets" | "variables" | "markers">;

/** Everything that the reader of a widget needs. */
export interface View {
  /** The read operations of the API, with the permissions and plan of the person who reads, or who made the link. */
  readonly reads: Reads<Operations>;
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  /** Maximum number of points of a series. */
  readonly points: number;
  /** The chosen values of each variable. `$all` stands for every value. */
  readonly chosen: ChosenValues;
  /** The values that a variable offers, for places where all of them are fewer than every value. Undefined: any value. */
  readonly offered: (name: string) => Promise<readonly string[] | undefined>;
}

/** The range as the API takes it. */
export function rangeOf({ from, to }: Pick<View, "from" | "to">): { from: string; to: string } {
  return { from: from.toISOString(), to: to.toISOString() };
}
