import type { TimeMode } from "../../time/format.ts";
import type { Scheme, Tone } from "./colors.ts";
import type { ChartKind, ChartSeries } from "./series.ts";
import type { Unit } from "./units.ts";

/** An event on the time axis: an incident, a change, the start of a month. */
export interface ChartMarker {
  id: string;
  at: number;
  label: string;
  /** An incident is red, everything else violet. */
  kind?: "incident" | "change";
  /** Opens the record of the event. */
  onOpen?: () => void;
}

/** A value with a meaning, such as a threshold: a horizontal line. */
export interface ChartLevel {
  value: number;
  label: string;
  tone: Tone;
}

/** A stretch of time that is shaded, such as one in which an alert fires. */
export interface ChartSpan {
  from: number;
  to: number;
}

export interface PlotProps {
  label: string;
  kind: ChartKind;
  unit: Unit;
  mode: TimeMode;
  scheme: Scheme;
  /** Milliseconds, ascending. */
  times: readonly number[];
  /** Milliseconds from one point to the next. */
  stepMs: number;
  range: { from: number; to: number };
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  highlighted: string | undefined;
  markers: readonly ChartMarker[];
  activeMarker: string | undefined;
  levels: readonly ChartLevel[];
  spans: readonly ChartSpan[];
  /** Charts of one group share their cursor. */
  group: string | undefined;
  height: number;
  onSelect: ((range: { from: number; to: number }) => void) | undefined;
}
