import type { Decoded, TableRows } from "../decode/job.ts";

export type Outcome = "stored" | "duplicate";

/** A request's rows that wait to be stored. */
export interface PendingWrite {
  tenantId: string;
  decoded: Decoded;
  /** The decoded rows that are not stored yet. */
  toStore: readonly TableRows[];
  settle(outcome: Outcome): void;
  fail(error: unknown): void;
}

/** Side tables (metadata, trace summaries) need no duplicate check: storing them twice is harmless. */
export function isIdempotent({ probe }: TableRows): boolean {
  return probe === undefined;
}

export function bytesOf({ tables }: Decoded): number {
  return tables.reduce((sum, { block }) => sum + block.byteLength, 0);
}
