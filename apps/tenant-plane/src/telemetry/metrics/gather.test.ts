import { fileURLToPath } from "node:url";
import { type ClickHouse, openClickHouse, readMigrations } from "@opsplane/runtime";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite, type TestSeries } from "../../../test/a-write.ts";
import { sharedDatabase } from "../../../test/databases.ts";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { linesOf } from "./evaluate.ts";
import { gather } from "./gather.ts";
import { gridOf } from "./grid.ts";
import { slotsOf } from "./slots.ts";
import type { Source } from "./source.ts";
import { readSamples, readSlots, rowsOf } from "./store/slots.ts";

const minute = 60_000;
const migrationsFolder = fileURLToPath(new URL("../../../migrations/clickhouse", import.meta.url));

/** The server computes slots of few samples, ClickHouse those of many. Both must give the same result. */
describe.skipIf(inject("clickhouseProblem") !== "")("slots", () => {
  const start = Math.floor(Date.now() / (4 * 60 * minute)) * 4 * 60 * minute - 4 * 60 * minute;
  const [from, to] = [new Date(start - 10 * minute), new Date(start + 20 * minute)];
  let plane: SharedPlane;
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    plane = await sharedPlane();
    clickhouse = openClickHouse({
      url: inject("clickhouseUrl"),
      database: sharedDatabase,
      migrations: await readMigrations(migrationsFolder),
      querySeconds: 100,
    });
    const every = (seconds: number, count: number, value: (index: number) => number): TestSeries["samples"] =>
      Array.from({ length: count }, (_, index) => [value(index), start - 10 * minute + index * seconds * 1000]);
    const one = (host: string, samples: TestSeries["samples"]): TestSeries => ({
      labels: { __name__: "slotted", host },
      samples,
    });
    // Spans several key ranges, with resets, negative and fractional values, NaN and infinities.
    await write([
      one(
        "counting",
        every(15, 120, (index) => (index % 50) * 1.5),
      ),
      one(
        "sparse",
        every(400, 4, (index) => -index / 3),
      ),
      one("odd", [
        [Number.NaN, start],
        [Number.POSITIVE_INFINITY, start + 1],
        [2 ** 53, start + 2],
        [1e-12, start + minute],
        ["stale", start + 2 * minute],
      ]),
    ]);
    // Late samples between those above, in a separate part.
    await write([
      one(
        "counting",
        every(15, 60, (index) => 1000 + index).map(([value, at]) => [value, at + 7000]),
      ),
    ]);
  }, 150_000);
  afterAll(async () => {
    await clickhouse?.close();
  });

  async function write(series: TestSeries[]): Promise<void> {
    const answer = await fetch(`${plane.url}/api/ingest/prometheus`, {
      method: "POST",
      headers: { ...plane.admin.headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
      body: new Uint8Array(aWrite(series)),
    });
    expect(answer.status).toBe(200);
  }

  test.each<[reading: Source["reading"], step: string, window?: string]>([
    ["last", "60s"],
    ["last", "45s", "100s"],
    ["rate", "60s", "5m"],
    ["increase", "90s", "3m"],
    ["avg", "2m"],
    ["min", "60s", "4m"],
    ["max", "60s", "4m"],
    ["sum", "30s"],
    ["count", "7m"],
    ["sum per second", "60s"],
  ])("read for %s every %s (window %s) equal ClickHouse's", async (reading, step, window) => {
    const store = clickhouse.of(plane.tenantId, new AbortController().signal);
    const grid = gridOf({ start: from.getTime(), end: to.getTime(), step, window, reading });
    const rows = rowsOf({ metric: "slotted", matchers: [], from, to });
    const mine = gather(await readSamples(store, rows, grid, 100_000), grid);
    const engines = slotsOf(await readSlots(store, rows, grid));
    const drawn = (slots: typeof mine) =>
      [...linesOf(slots, grid, { reading })]
        .map(([id, line]) => ({
          id,
          there: [...line.there],
          values: [...line.values].map((value) => value.toPrecision(12)),
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    const lines = drawn(mine);
    expect(lines).toEqual(drawn(engines));
    expect(lines.map(({ there }) => there.includes(1))).toContain(true);
    expect(lines.length).toBe(3);
  });
});
