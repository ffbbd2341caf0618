import type { ReportParameters } from "@opsplane/contract";
import type { Bucket, Period, Section } from "@opsplane/reports";
import type { Db, Entitlements } from "@opsplane/runtime";
import type { TelemetryReads } from "../../telemetry/index.ts";

/** What a data source reads from, and for which period. */
export interface SourceScope {
  /** Reads of one tenant. Statements are bounded by the period. */
  db: Db;
  tenantId: string;
  reads: TelemetryReads;
  /** What the tenant may use at this time. */
  entitlements: Entitlements;
  now: Date;
  period: Period;
  /** The period that figures are compared with. */
  before: Period;
  /** The columns of charts over time. */
  buckets: readonly Bucket[];
  parameters: ReportParameters;
  signal: AbortSignal;
}

/** Figures, charts and tables of one data source. Rows of tables are read when the report is written. */
export type Source = (scope: SourceScope) => Promise<Section>;
