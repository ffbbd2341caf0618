import { fileURLToPath } from "node:url";
import { templateOf } from "@opsplane/rca";
import { type ClickHouse, openClickHouse, readMigrations } from "@opsplane/runtime";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sharedDatabase } from "../../../test/databases.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";
import { changeOf, readPatterns } from "./patterns.ts";

const minute = 60_000;
const migrationsFolder = fileURLToPath(new URL("../../../migrations/clickhouse", import.meta.url));
/** The start of the window, which is ten minutes long. */
const base = Math.floor(Date.now() / minute) * minute - 60 * minute;
const at = (ms: number) => new Date(base + ms).toISOString();
const window = { from: at(0), to: at(10 * minute) };
const range = { from: new Date(base), to: new Date(base + 10 * minute) };

/** Lines spread over a window; `before` is the window before. */
function lines(
  count: number,
  said: (index: number) => string,
  more: { level?: string; service?: string; before?: boolean } = {},
) {
  const { level = "info", service = "shop", before = false } = more;
  const start = before ? base - 10 * minute : base;
  return Array.from({ length: count }, (_, index) => ({
    timestamp: new Date(start + Math.floor((index * 10 * minute) / count)).toISOString(),
    ...{ level, service, message: said(index) },
  }));
}

const users = ["ann", "bob", "eve", "joe", "kim", "lee", "max", "sue"];

const spoken = [
  ...lines(60, (index) => `Order ${index} paid by 10.0.0.${index % 9} in ${index} ms`),
  ...lines(60, (index) => `Order ${index} paid by 10.0.0.${index % 9} in ${index} ms`, { before: true }),
  ...lines(40, (index) => `session opened for user ${users[index % 8]}`, { service: "auth" }),
  ...lines(8, (index) => `session opened for user ${users[index % 8]}`, { service: "auth", before: true }),
  ...lines(5, (index) => `Refund  of "x${index}" failed: [Errno ${index}]\njava.lang.Boom\n  at X:${index}`, {
    level: "error",
  }),
  ...lines(4, (index) => `Überlauf im Puffer ${index}: データ ${index}`, { level: "warn", service: "auth" }),
  ...lines(3, (index) => `{"msg":"disk is nearly full","free":${index}}`, { service: "disk" }),
  ...lines(7, (index) => `worker ${index} stopped`, { before: true }),
  ...lines(2, (index) => `${index}`, { service: "numbers" }),
];

describe.skipIf(inject("clickhouseProblem") !== "")("patterns of logs", () => {
  let plane: SharedPlane;
  let shop: Person;
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    plane = await sharedPlane();
    shop = plane.admin;
    clickhouse = openClickHouse({
      url: inject("clickhouseUrl"),
      database: sharedDatabase,
      migrations: await readMigrations(migrationsFolder),
      querySeconds: 100,
    });
    await shop.api.ingest.logs({ body: spoken });
  });
  afterAll(async () => {
    await clickhouse?.close();
  });

  type Query = Partial<NonNullable<NonNullable<Parameters<Person["api"]["logs"]["patterns"]>[0]>["query"]>>;
  const read = (query: Query = {}) => shop.api.logs.patterns({ query: { ...window, bars: 10, ...query } });
  const summary = (answer: Awaited<ReturnType<typeof read>>) =>
    answer.patterns.map(({ template, count, previous_count, change }) => [template, count, previous_count, change]);

  test("lines that differ in values are one pattern, compared with the window before", async () => {
    const answer = await read();
    expect(answer).toMatchObject({ ...window, step_seconds: 60, matched: 114, read: 114, sampled: false, left_out: 0 });
    expect(answer.buckets).toHaveLength(10);
    expect(summary(answer)).toEqual([
      ["Order <*> paid by <*> in <*> ms", 60, 60, "steady"],
      ["session opened for user <*>", 40, 8, "rising"],
      ['Refund of "<*>" failed: [Errno <*>]', 5, 0, "new"],
      ["Überlauf im Puffer <*>: データ <*>", 4, 0, "new"],
      ["disk is nearly full", 3, 0, "new"],
      ["<*>", 2, 0, "new"],
      ["worker <*> stopped", 0, 7, "gone"],
    ]);
    expect(answer.patterns[0]).toMatchObject({
      ...{
        trend: Array(10).fill(6),
        levels: { info: 60 },
        services: [{ service: "shop", count: 60 }],
        service_count: 1,
      },
      ...{ first_seen: at(0), last_seen: at(590_000), example: "Order 0 paid by 10.0.0.0 in 0 ms" },
      share: 60 / 114,
      id: templateOf("Order 1 paid by 1.1.1.1 in 1 ms").id,
    });
  });

  test("sorted by novelty, new patterns come first", async () => {
    const { patterns } = await read({ sort: "novelty" });
    expect(patterns.map(({ change }) => change)).toEqual(["new", "new", "new", "new", "rising", "gone", "steady"]);
    const first = await read({ sort: "novelty", limit: 1 });
    expect([first.patterns.length, first.pattern_count]).toEqual([1, 7]);
  });

  test("filters apply to both windows", async () => {
    const answer = await read({ service: ["auth"], q: "session OR überlauf" });
    expect(summary(answer)).toEqual([
      ["session opened for user <*>", 40, 8, "rising"],
      ["Überlauf im Puffer <*>: データ <*>", 4, 0, "new"],
    ]);
    expect(summary(await read({ level: ["error"] }))).toEqual([['Refund of "<*>" failed: [Errno <*>]', 5, 0, "new"]]);
    expect(await read({ q: "nothing-like-this" })).toMatchObject({ matched: 0, read: 0, sampled: false, patterns: [] });
  });

  test("the query of a pattern finds its lines", async () => {
    const { patterns } = await read();
    for (const { q, count, template } of patterns.filter((pattern) => pattern.count > 0 && pattern.q !== null)) {
      const { items } = await shop.api.logs.list({ query: { ...window, q: q ?? "", limit: 1000 } });
      expect(
        items.map(({ message }) => templateOf(message).text === template || template.includes("user")),
        q ?? "",
      ).toEqual(Array(count).fill(true));
    }
    expect(patterns.filter(({ q }) => q === null).map(({ template }) => template)).toEqual(["<*>"]);
  });

  test("ClickHouse normalizes lines as the miner does", async () => {
    const odd = [
      "ids 0xDEADbeef cafe12 12cafe café12 1é2 ünder5core _9_ a1b2c3 ffff-0000",
      "  indented 5 line \r\nsecond 6",
      '  {"a": 1,\n "msg": "spread 5 \\u00e9 lines"}',
      "日本語12テスト 3.5e-7 1_000 v1.2.3-rc4",
    ];
    await shop.api.ingest.logs({ body: odd.map((message) => ({ message, service: "odd", timestamp: at(minute) })) });
    const { patterns } = await read({ service: ["odd"] });
    expect(patterns.map(({ template }) => template).toSorted()).toEqual(
      odd.map((message) => templateOf(message).text).toSorted(),
    );
  });

  test("many lines are sampled evenly, and counts are scaled", async () => {
    const tenant = await plane.tenant();
    await tenant.api.ingest.logs({
      body: [...lines(6_000, (index) => `tick ${index}`), ...lines(3_000, (index) => `tock of ${index}`)],
    });
    const reader = clickhouse.of(tenant.tokens.user.tenant_id, new AbortController().signal);
    const options = { maxBars: 10, limit: 10, sort: "count", maxRead: 3_000 } as const;
    const answer = await readPatterns(reader, {}, range, options);
    expect(answer).toMatchObject({ matched: 9_000, sampled: true, pattern_count: 2 });
    expect(answer.read).toBeGreaterThan(2_000);
    expect(answer.read).toBeLessThan(4_000);
    const [tick, tock] = answer.patterns;
    expect((tick?.count ?? 0) + (tock?.count ?? 0)).toBe(9_000);
    expect(tick?.count).toBeGreaterThan(5_400);
    expect(tick?.count).toBeLessThan(6_600);
    for (const bucket of tick?.trend ?? []) expect(Math.abs(bucket - 600)).toBeLessThan(200);
  });

  test("another tenant sees none of them, and mistakes are named", async () => {
    const stranger = await plane.tenant();
    expect(await stranger.api.logs.patterns({ query: window })).toMatchObject({ matched: 0, patterns: [] });
    expect(await refusalOf(shop.api.logs.patterns({ query: { q: "level:" } }))).toMatchObject({
      ...{ status: 422, details: [{ path: "q" }] },
    });
    const reversed = shop.api.logs.patterns({ query: { from: window.to, to: window.from } });
    expect(await refusalOf(reversed)).toMatchObject({ status: 422 });
  });
});

test("a change is more than chance explains", () => {
  expect([changeOf(5, 0), changeOf(0, 5), changeOf(5, 3), changeOf(500, 300), changeOf(300, 500)]).toEqual([
    ...["new", "gone", "steady", "rising", "falling"],
  ]);
  expect(changeOf(500, 300, 100)).toBe("steady");
});
