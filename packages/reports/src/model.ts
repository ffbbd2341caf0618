import type { ChartTone, DataSource, FigureUnit, ReportParameters, ReportType } from "@opsplane/contract";

/** How a number is written. Objectives such as 99.95 need precise percents. */
export type Unit = FigureUnit;

/** One number that matters, with what it is compared to. */
export interface Figure {
  name: string;
  /** Null when there is nothing to compute it from. */
  value: number | null;
  unit: Unit;
  /** The same figure of the period before. */
  before?: number | null;
  target?: number;
  /** Which direction is good; neither when left out. */
  better?: "lower" | "higher";
  /** The first page of an executive summary shows it. */
  headline?: boolean;
  currency?: string;
}

export interface ChartSeries {
  name: string;
  /** Without one, a color of its place. */
  tone?: ChartTone | undefined;
  values: readonly (number | null)[];
}

/** A chart as data. Every format shows it in its own way. */
export interface Chart {
  title: string;
  /** bars: over time, stacked. lines: over time. shares: one bar for each label. */
  kind: "bars" | "lines" | "shares";
  unit: Unit;
  currency?: string;
  labels: readonly string[];
  /** When each column begins, of charts over time. */
  starts?: readonly Date[];
  series: readonly ChartSeries[];
  /** The interval of a forecast, for the labels that have one. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
}

export type Cell = string | number | boolean | null;

export interface Column {
  /** The name in CSV and JSON. */
  key: string;
  /** The name that people read. */
  name: string;
  unit?: Unit;
}

/** Rows of details, read in batches while the report is written. */
export interface Table {
  name: string;
  columns: readonly Column[];
  /** The number of rows, where it is known before they are read. */
  total?: number;
  /** What a reader must know to read the rows. */
  note?: string;
  rows(): AsyncIterable<readonly (readonly Cell[])[]>;
}

/** What a data source says about the period. */
export interface Section {
  source: DataSource;
  /** Sentences for the summary, the most important first. */
  findings: readonly string[];
  figures: readonly Figure[];
  charts: readonly Chart[];
  tables: readonly Table[];
  /** What a reader must know to read the figures, such as data that is missing. */
  notes: readonly string[];
}

/** A period, in the timezone of the report. */
export interface Period {
  from: Date;
  to: Date;
  timezone: string;
}

/** Everything that a run puts into a document. */
export interface ReportContent {
  id: string;
  name: string;
  type: ReportType;
  runId: string;
  organization: string;
  generatedAt: Date;
  generatedBy: string;
  period: Period;
  parameters: ReportParameters;
  narrative: { paragraphs: readonly string[]; by: "builtin" | "provider" };
  sections: readonly Section[];
}
