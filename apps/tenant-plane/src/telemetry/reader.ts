import {
  type ClickHouse,
  type ClickHouseReader,
  departed,
  fail,
  type ReadContext,
  type ReadPriority,
} from "@opsplane/runtime";

/** Reads the telemetry of the caller's tenant. The read is canceled when the caller disconnects. */
export type ReadTelemetry = (context: Pick<ReadContext, "principal" | "reply">) => ClickHouseReader;

/** Aborted when the caller disconnects. */
export function signalOf(reply: ReadContext["reply"]): AbortSignal {
  const gone = new AbortController();
  // The close event also follows a finished response; the abort then has no effect.
  reply.raw.once("close", () => gone.abort(departed()));
  return gone.signal;
}

export function requestReader(clickhouse: ClickHouse, isUp: () => boolean): ReadTelemetry {
  return ({ principal, reply }) => readerFor(clickhouse, isUp, principal.tenantId, signalOf(reply), "person");
}

export function readerFor(
  clickhouse: ClickHouse,
  isUp: () => boolean,
  tenantId: string,
  signal: AbortSignal,
  priority: ReadPriority,
): ClickHouseReader {
  if (!isUp())
    return fail("UNAVAILABLE", "The telemetry store cannot be reached; records still work.", { retryAfterSeconds: 5 });
  return clickhouse.of(tenantId, signal, priority);
}
