import { type ClickHouse, type ClickHouseReader, departed, fail, type ReadContext } from "@opsplane/runtime";

/** The telemetry of whoever asks: their tenant's rows alone, and no longer than they wait for the answer. */
export type ReadTelemetry = (context: Pick<ReadContext, "principal" | "reply">) => ClickHouseReader;

export function telemetryReads(clickhouse: ClickHouse, isUp: () => boolean): ReadTelemetry {
  return ({ principal, reply }) => {
    if (!isUp())
      return fail("UNAVAILABLE", "The telemetry store cannot be reached; records still work.", {
        retryAfterSeconds: 5,
      });
    const gone = new AbortController();
    // Closed also after the answer, when there is nothing left to end.
    reply.raw.once("close", () => gone.abort(departed()));
    return clickhouse.of(principal.tenantId, gone.signal);
  };
}
