import type { Limits } from "@opsplane/contract";
import type { Database } from "@opsplane/runtime";
import { expect, test } from "vitest";
import { openAllowance } from "./allowance.ts";

test("requests that come at the same time wait for one read of the allowance, which is read again after ten seconds", async () => {
  const reads = { usage: 0, settings: 0 };
  const system = {
    rows: async () => {
      reads.usage += 1;
      return [];
    },
    first: async () => {
      reads.settings += 1;
      return { logs: 7, metrics: null, traces: null, flows: null };
    },
  };
  let now = Date.parse("2026-11-19T10:00:00Z");
  const allowance = openAllowance({ system } as unknown as Database, () => new Date(now));
  const limits = { data_gb_per_month: 1, retention_days: 30 } as Limits;
  const ask = () => Promise.all(Array.from({ length: 200 }, () => allowance.keepDays("tenant", "logs", limits)));
  expect(new Set(await ask())).toEqual(new Set([7]));
  now += 9_000;
  await ask();
  expect(reads).toEqual({ usage: 1, settings: 1 });
  now += 1_000;
  await ask();
  expect(reads).toEqual({ usage: 2, settings: 2 });
});
