import type { IngestHealth } from "@opsplane/contract";
import { expect, test } from "vitest";
import { ingestState, ratesBetween } from "./ingest-state.ts";

const now = Date.parse("2026-11-16T10:00:00Z");
const signal = (rows_today: number, last_received_at: string | null = null, received = true) => ({
  kind: "logs" as const,
  received,
  last_received_at,
  rows_today,
  bytes_today: 0,
});
const health = (rows: number): IngestHealth => ({ store_up: true, signals: [signal(rows)] });

test("a signal is receiving for five minutes after its last row", () => {
  expect(ingestState(signal(1, "2026-11-16T09:55:01Z"), now)).toBe("receiving");
  expect(ingestState(signal(1, "2026-11-16T09:55:00Z"), now)).toBe("stale");
  expect(ingestState(signal(1, null), now)).toBe("stale");
  expect(ingestState(signal(0, null, false), now)).toBe("never");
});

test("a rate is the growth between two answers, and starts again at midnight", () => {
  expect(ratesBetween(health(100), health(400), 30_000).get("logs")).toBe(10);
  expect(ratesBetween(health(100), health(60), 30_000).get("logs")).toBe(2);
});
