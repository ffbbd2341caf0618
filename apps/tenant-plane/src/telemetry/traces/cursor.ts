import { invalid } from "@opsplane/runtime";

/** The last row of a page: its newest matching span, and the end of the window, so new spans do not shift the pages. */
export interface TraceCursor {
  start: bigint;
  traceId: string;
  to: Date;
}

export function writeCursor({ start, traceId, to }: TraceCursor): string {
  return Buffer.from(`${start} ${traceId} ${to.getTime()}`).toString("base64url");
}

export function readCursor(written: string): TraceCursor {
  const text = Buffer.from(written, "base64url").toString("latin1");
  const [, start, traceId = "", to] = /^(\d{1,19}) ([0-9a-f]{32}) (\d{1,13})$/.exec(text) ?? [];
  if (start === undefined || to === undefined) return invalid("next", "is not a `next` value from a previous page.");
  return { start: BigInt(start), traceId, to: new Date(Number(to)) };
}
