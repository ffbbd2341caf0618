import type { IngestHealth, TelemetryKind } from "@opsplane/contract";

type Signal = IngestHealth["signals"][number];
export type IngestState = "receiving" | "stale" | "never";

/** A signal that has been quiet for this long is worth a look. */
const staleMs = 5 * 60_000;

export function ingestState({ received, last_received_at }: Signal, now: number): IngestState {
  if (!received) return "never";
  return last_received_at !== null && now - Date.parse(last_received_at) < staleMs ? "receiving" : "stale";
}

/** Rows a second by kind. At midnight UTC the counters start again, so a negative difference counts from zero. */
export function ratesBetween(
  before: IngestHealth,
  after: IngestHealth,
  passedMs: number,
): ReadonlyMap<TelemetryKind, number> {
  const earlier = new Map(before.signals.map(({ kind, rows_today }) => [kind, rows_today]));
  return new Map(
    after.signals.map(({ kind, rows_today }) => {
      const more = rows_today - (earlier.get(kind) ?? 0);
      return [kind, (more < 0 ? rows_today : more) / Math.max(passedMs / 1000, 1)];
    }),
  );
}
