import { bind, chsql, type SqlFragment } from "@opsplane/runtime";

/** The position of a record among its tenant's records. Batch and row number order records with equal times. */
export interface LogCursor {
  nanos: bigint;
  batch: bigint;
  row: number;
}

export function writeCursor({ nanos, batch, row }: LogCursor): string {
  const bytes = Buffer.alloc(20);
  bytes.writeBigInt64BE(nanos, 0);
  bytes.writeBigUInt64BE(batch, 8);
  bytes.writeUInt32BE(row, 16);
  return bytes.toString("base64url");
}

const latest = BigInt(Date.UTC(2200, 0, 1)) * 1_000_000n;

/** Returns undefined for text that is not a cursor. */
export function readCursor(written: string): LogCursor | undefined {
  const bytes = Buffer.from(written, "base64url");
  if (bytes.length !== 20 || bytes.toString("base64url") !== written) return undefined;
  const nanos = bytes.readBigInt64BE(0);
  if (nanos < 0n || nanos > latest) return undefined;
  return { nanos, batch: bytes.readBigUInt64BE(8), row: bytes.readUInt32BE(16) };
}

/** The cursor's time, rounded down to the millisecond. */
export function timeOf({ nanos }: LogCursor): Date {
  return new Date(Number(nanos / 1_000_000n));
}

export function isAt({ nanos, batch, row }: LogCursor): SqlFragment {
  return chsql`(ts = ${bind.instant(nanos)} AND batch = ${bind.unsigned(batch)} AND row = ${bind.unsigned(row)})`;
}

// The condition on ts alone lets ClickHouse use the sorting key.
export function isBefore({ nanos, batch, row }: LogCursor): SqlFragment {
  return chsql`(ts <= ${bind.instant(nanos)} AND (ts < ${bind.instant(nanos)}
    OR batch < ${bind.unsigned(batch)} OR (batch = ${bind.unsigned(batch)} AND row < ${bind.unsigned(row)})))`;
}

export function isAfter({ nanos, batch, row }: LogCursor): SqlFragment {
  return chsql`(ts >= ${bind.instant(nanos)} AND (ts > ${bind.instant(nanos)}
    OR batch > ${bind.unsigned(batch)} OR (batch = ${bind.unsigned(batch)} AND row > ${bind.unsigned(row)})))`;
}
