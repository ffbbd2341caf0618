import { type ClickHouse, createLog, memoryBudget, openFaults } from "@opsplane/runtime";
import { afterEach, expect, test, vi } from "vitest";
import type { Decoded } from "../decode/job.ts";
import { openBatchWriter } from "./batch-writer.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const log = createLog("silent");

test("a tenant that pauses between its inserts costs one timer, no matter how many of its requests wait", async () => {
  const inserts: (() => void)[] = [];
  const insert = () => new Promise<void>((resolve) => inserts.push(resolve));
  const writer = openBatchWriter({
    ...{ name: "logs", clickhouse: { insert } as unknown as ClickHouse, log, sharesCores: true },
    ledger: { claim: async () => new Map(), renew: async () => undefined },
    ...{ memory: memoryBudget(1_000_000), waitingRows: memoryBudget(1_000_000) },
    ...{ faults: openFaults(log), settleSeries: () => undefined },
  });
  const send = (tenant: string) => void writer.store(tenant, oneRecord());
  const nextInsert = () => vi.waitUntil(() => inserts.shift(), { timeout: 60_000 });
  send("quiet");
  (await nextInsert())();
  send("flood");
  const finish = await nextInsert();
  // It waits during the insert, so the tenant pauses afterwards for as long as the insert took.
  send("flood");
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 60_000);
  const timers = vi.spyOn(globalThis, "setTimeout");
  finish();
  await vi.waitUntil(() => timers.mock.calls.length > 0, { timeout: 60_000 });
  timers.mockClear();
  for (let count = 0; count < 500; count++) send("flood");
  expect(inserts).toEqual([]);
  expect(timers.mock.calls.length).toBeLessThanOrEqual(1);
});

function oneRecord(): Decoded {
  const none = { hash: undefined, series: undefined, announcement: undefined, errors: [], hours: [] };
  const tables = [{ table: "logs", rows: 1, block: new Uint8Array(10) }];
  return { ...none, kind: "logs", accepted: 1, rejected: 0, bytes: 10, tables };
}
