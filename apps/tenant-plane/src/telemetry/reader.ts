import {
  type ClickHouse,
  type ClickHouseReader,
  departed,
  fail,
  type ReadContext,
  type ReadPriority,
} from "@opsplane/runtime";

/** The telemetry of the caller's tenant, read no longer than the caller waits for the answer. */
export type ReadTelemetry = (context: Pick<ReadContext, "principal" | "reply">) => ClickHouseReader;

export function requestReader(clickhouse: ClickHouse, isUp: () => boolean): ReadTelemetry {
  return ({ principal, reply }) => {
    const gone = new AbortController();
    // Closed also after the answer, when there is nothing left to end.
    reply.raw.once("close", () => gone.abort(departed()));
    return readerFor(clickhouse, isUp, principal.tenantId, gone.signal, "person");
  };
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
